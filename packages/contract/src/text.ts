/** Text comparison, shared by both filter evaluators, uniqueness hints and search. */

/** What PostgreSQL cannot store or would silently change: U+0000 and lone surrogates. */
const unstorable = /[\0\p{Surrogate}]/u

export function isStorableText(text: string): boolean {
  return !unstorable.test(text)
}

/**
 * Folds a text for comparison: removes case and accents, and replaces a few letters that Unicode does not decompose.
 * The same in PostgreSQL, for all of Unicode:
 *
 *   translate(replace(replace(replace(
 *     lower(regexp_replace(normalize(x, NFKD), '[\u0300-\u034E\u0350-\u036F]', '', 'g')),
 *     'ß', 'ss'), 'œ', 'oe'), 'æ', 'ae'), 'ςøłđı’‘', 'σoldi''''')
 *
 * with `lower` under a collation of simple case mapping (builtin C.UTF-8). JavaScript lowers a final Σ to ς and
 * PostgreSQL to σ, so ς becomes σ; İ has lost its dot before it is lowered, so the one full mapping never shows.
 * Over all code points, PostgreSQL 18 (Unicode 16) differs in 29 letters that Unicode 17 gave a case, and in nothing else.
 * U+034F stays: dropping it would let marks reorder, and folding twice would differ from folding once.
 */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u034e\u0350-\u036f]/g, '')
    .toLowerCase()
    .replace(/[ßœæςøłđı’‘]/g, (letter) => folded[letter] ?? letter)
}

const folded: Record<string, string> = {
  ß: 'ss',
  œ: 'oe',
  æ: 'ae',
  ς: 'σ',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  '’': "'",
  '‘': "'",
}

/**
 * The words of sanitised HTML. Block elements end words, other tags do not. PostgreSQL uses the same regular
 * expressions: `btrim(regexp_replace(<entities>, '[ \t\n\r]+', ' ', 'g'), ' ')`.
 */
export function plainText(html: string): string {
  return html
    .replace(/<(br|hr|\/(p|div|li|h[1-6]|tr|td|th|blockquote|pre|ul|ol|table))[^<>]*>/g, ' ')
    .replace(/<[^<>]*>/g, '')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replace(/[ \t\n\r]+/g, ' ')
    .replace(/^ | $/g, '')
}
