import json, sys
for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "hello":
        print(json.dumps({"type": "hello", "protocol": 1}), flush=True)
    elif told["type"] == "decide":
        print(json.dumps({"decision": told["decision"], "move": told["legal"][0]}), flush=True)
