// Requests to the server: JSON there, JSON back, or the reason why not.

/** Asks the server for something. If it refuses, the error says why. */
export async function post(name: string, body: object): Promise<unknown> {
  const answer = await fetch(name, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return JSON.parse(text);
}
