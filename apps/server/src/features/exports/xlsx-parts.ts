/** The fixed parts of a workbook, and helpers for its XML. */

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const documents = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const range = (count: number): number[] => Array.from({ length: count }, (_, n) => n + 1)

/** Everything but the sheets: path and XML. */
export function workbookParts(title: string, sheetCount: number): [path: string, xml: string][] {
  const sheets = range(sheetCount)
  const styles = sheetCount + 1
  return [
    [
      '[Content_Types].xml',
      `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
        `<Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>` +
        `<Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>` +
        sheets
          .map(
            (n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${types}.worksheet+xml"/>`,
          )
          .join('') +
        '</Types>',
    ],
    [
      '_rels/.rels',
      `${head}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${documents}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${head}<workbook xmlns="${main}" xmlns:r="${documents}"><sheets>${sheets
        .map((n) => `<sheet name="${escapeXml(sheetName(title, n))}" sheetId="${n}" r:id="rId${n}"/>`)
        .join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${head}<Relationships xmlns="${packages}/relationships">${sheets
        .map(
          (n) =>
            `<Relationship Id="rId${n}" Type="${documents}/worksheet" Target="worksheets/sheet${n}.xml"/>`,
        )
        .join(
          '',
        )}<Relationship Id="rId${styles}" Type="${documents}/styles" Target="styles.xml"/></Relationships>`,
    ],
    [
      'xl/styles.xml',
      `${head}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>` +
        '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
        '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
        '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
        '<cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="14" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs></styleSheet>',
    ],
  ]
}

/** At most 31 characters, without those used in references to sheets. */
function sheetName(title: string, n: number): string {
  const suffix = n === 1 ? '' : ` (${n})`
  const clean = title.replace(/[\\/?*[\]:'\p{Cc}]/gu, ' ').trim() || 'Records'
  return `${[...clean]
    .slice(0, 31 - suffix.length)
    .join('')
    .trim()}${suffix}`
}

/** A, B, … Z, AA, … */
export function columnName(index: number): string {
  let name = ''
  for (let n = index + 1; n > 0; n = Math.floor((n - 1) / 26))
    name = String.fromCharCode(65 + ((n - 1) % 26)) + name
  return name
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes characters that XML forbids as `_x000B_`, like workbooks, and texts that look like an escape. */
export function escapeXml(text: string): string {
  return text
    .replace(/_x(?=[0-9A-Fa-f]{4}_)/g, '_x005F_x')
    .replace(/[\p{Cc}\ufffe\uffff]/gu, (char) => (/[\t\n]/.test(char) ? char : escapedCharacter(char)))
    .replace(/[&<>"]/g, (char) => entities[char] as string)
}

const escapedCharacter = (char: string): string =>
  `_x${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
