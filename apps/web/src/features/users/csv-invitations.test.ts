import { describe, expect, it, test } from 'vitest'
import { decodeText, readInvitations, writeInvitations } from './csv-invitations.ts'

const ana = { firstName: 'Ana', lastName: 'Torres', email: 'ana@example.org', roles: [], language: '' }

describe('a list of persons', () => {
  it.each([
    ['commas', 'First name,Last name,Email\nAna,Torres,ana@example.org'],
    [
      'semicolons and a byte order mark',
      '\ufeffNombre;Apellidos;Correo electrónico\r\nAna;Torres;ana@example.org\r\n',
    ],
    ['tabs of a spreadsheet', 'Prénom\tNom\tE-mail\nAna\tTorres\tana@example.org\n'],
    ['other columns in any order', 'Age,EMAIL,Last Name,First Name\n30,ana@example.org,Torres,Ana'],
    ['no header', 'Ana,Torres,ana@example.org'],
    ['blank lines and spaces', '\n\nFirst name, Last name, Email\n\n Ana , Torres , ana@example.org\n,,\n'],
  ])('with %s', (_with, text) => {
    expect(readInvitations(text)).toEqual({ rows: [ana] })
  })

  it('with roles, language, quotes and missing cells', () => {
    const text =
      'First name,Last name,Email,Roles,Language\n' +
      '"Ana, ""A""",Torres,ana@example.org,"Editor; Guide",fr\nBen,Ruiz,ben@example.org,Editor | Guide\nMax'
    expect(readInvitations(text).rows).toEqual([
      { ...ana, firstName: 'Ana, "A"', roles: ['Editor', 'Guide'], language: 'fr' },
      { ...ana, firstName: 'Ben', lastName: 'Ruiz', email: 'ben@example.org', roles: ['Editor', 'Guide'] },
      { ...ana, firstName: 'Max', lastName: '', email: '' },
    ])
  })

  it.each([
    ['', { problem: 'empty' }],
    ['First name,Last name,Email\n', { problem: 'empty' }],
    ['Name,Phone\nAna,1', { problem: 'columns' }],
    ['First name,Email\nAna,ana@example.org', { problem: 'columns' }],
    ['First name,Last name,Email\n"Ana,Torres,ana@example.org', { problem: 'quoting' }],
    [`a,b,c@d\n${'a,b,c@d\n'.repeat(500)}`, { problem: 'tooMany', count: 501 }],
  ])('%# is not readable', (text, expected) => {
    expect(readInvitations(text)).toEqual(expected)
  })
})

test('a list is written so that it can be read again', () => {
  const rows = [
    {
      ...ana,
      firstName: 'Ana "A"',
      lastName: 'Torres, Ruiz; Gil',
      roles: ['Editor', 'Guide'],
      language: 'es',
    },
    ana,
  ]
  const titles = {
    firstName: 'Nombre',
    lastName: 'Apellidos',
    email: 'Correo',
    roles: 'Roles',
    language: 'Idioma',
  }
  for (const delimiter of [',', ';'] as const) {
    expect(readInvitations(writeInvitations(rows, (column) => titles[column], delimiter))).toEqual({ rows })
  }
})

test.each([
  ['UTF-8', [0x50, 0xc3, 0xa9]],
  ['Windows-1252', [0x50, 0xe9]],
  ['UTF-16', [0xff, 0xfe, 0x50, 0x00, 0xe9, 0x00]],
])('a file in %s is decoded', (_name, bytes) => {
  expect(decodeText(new Uint8Array(bytes).buffer)).toBe('Pé')
})
