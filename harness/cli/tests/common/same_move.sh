read hello
echo '{"type":"hello","protocol":1}'
number=0
while read question; do
    case $question in
    *'"type":"decide"'*)
        number=$((number + 1))
        echo '{"decision":'$number',"move":"CO"}' ;;
    esac
done
