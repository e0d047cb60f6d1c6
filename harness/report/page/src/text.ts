// Untrusted text, made harmless to read: visible signs replace invisible characters.

/** Characters that reorder or hide their neighbours, and controls without a picture. */
const UNSEEN =
  // eslint-disable-next-line no-control-regex -- these are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

const ANY_UNSEEN = new RegExp(UNSEEN.source);

function sign(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return "\u2421";
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, "0")}⟩`;
}

/** The text with a sign for every invisible character; line ends and tabs stay. */
export function plain(text: string): string {
  const unix = text.includes("\r") ? text.replaceAll("\r\n", "\n") : text;
  return ANY_UNSEEN.test(unix) ? unix.replace(UNSEEN, sign) : unix;
}

/** A name as it is written in a link: `the hunters` gives `the-hunters`. */
export function slug(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
}

const NUMBERS = new Intl.NumberFormat("en", { maximumFractionDigits: 3 });

/** A number for people, with its unit if it has one. */
export function quantity(value: number, unit = ""): string {
  return unit === "" ? NUMBERS.format(value) : `${NUMBERS.format(value)} ${plain(unit)}`;
}

/** A probability for people: 41.5% for 0.415. */
export function percent(probability: number): string {
  return `${(100 * probability).toFixed(1)}%`;
}

/** A shading as a number: thousandths as a share of 1. */
export function share(value: number): string {
  return (value / 1000).toFixed(3);
}
