/**
 * Checks the locale files: the same keys, placeholders and tags in every language, the plural forms of each
 * language, formal address, no unused keys, and no missing keys.
 */
import path from 'node:path'
import { filesIn, lineAt, read, report } from './sources.mjs'

const folder = 'packages/contract/locales'
const languages = ['en', 'es', 'fr']
/** The plural categories of each language, from Intl.PluralRules. */
const pluralForms = { en: ['one', 'other'], es: ['one', 'many', 'other'], fr: ['one', 'many', 'other'] }
const pluralSuffix = /_(zero|one|two|few|many|other)$/

/**
 * Prefixes, including the namespace, of keys that the code builds from contract values without a template
 * literal.
 */
const dynamicPrefixes = ['mails:']

const problems = []
const texts = Object.fromEntries(languages.map((language) => [language, readTexts(language)]))
compareLanguages()
checkAddress()
checkUse()
report('locales', problems)

/** Map of `namespace:path.of.key` to text. */
function readTexts(language) {
  const map = new Map()
  for (const file of filesIn(`${folder}/${language}`, /\.json$/)) {
    const namespace = path.posix.basename(file, '.json')
    flatten(JSON.parse(read(file)), `${namespace}:`, (key, text) => {
      if (typeof text === 'string' && text.trim() !== '') map.set(key, text)
      else problems.push(`${file}: ${key} is not a text`)
    })
  }
  return map
}

function flatten(value, prefix, visit) {
  for (const [key, child] of Object.entries(value)) {
    if (typeof child === 'object' && child !== null) flatten(child, `${prefix}${key}.`, visit)
    else visit(`${prefix}${key}`, child)
  }
}

/** Groups `x_one` and `x_other` as `x`; a key that only looks like a plural form stays separate. */
function groupsOf(map) {
  const groups = new Map()
  for (const key of map.keys()) {
    const base = key.replace(pluralSuffix, '')
    const isPlural = base !== key && map.has(`${base}_other`)
    const name = isPlural ? base : key
    groups.set(name, [...(groups.get(name) ?? []), key])
  }
  return groups
}

function compareLanguages() {
  const english = groupsOf(texts.en)
  for (const language of languages) {
    const groups = groupsOf(texts[language])
    for (const name of groups.keys())
      if (!english.has(name)) problems.push(`${language}: ${name} is not in en`)
    for (const [name, keys] of english) {
      const own = groups.get(name)
      if (!own) problems.push(`${language}: ${name} is missing`)
      else compareTexts(language, name, keys, own)
    }
  }
}

function compareTexts(language, name, englishKeys, keys) {
  const isPlural = englishKeys.some((key) => key !== name)
  const expected = isPlural ? pluralForms[language].map((form) => `${name}_${form}`) : [name]
  for (const key of expected) if (!keys.includes(key)) problems.push(`${language}: ${key} is missing`)
  for (const key of keys)
    if (!expected.includes(key)) problems.push(`${language}: ${key} is a form it does not have`)
  const wanted = marksOf(englishKeys.map((key) => texts.en.get(key)))
  const found = marksOf(keys.map((key) => texts[language].get(key)))
  for (const mark of wanted) if (!found.has(mark)) problems.push(`${language}: ${name} lacks ${mark}`)
  for (const mark of found)
    if (!wanted.has(mark)) problems.push(`${language}: ${name} has ${mark}, which en does not have`)
}

/** Placeholders like `{{count}}` and tags like `<b>` in any form: "one record" needs no number. */
function marksOf(forms) {
  const marks = forms.flatMap((text) => [
    ...text.matchAll(/\{\{\s*([^},\s]+)[^}]*\}\}|<\/?([a-zA-Z0-9]+)\s*\/?>/g),
  ])
  return new Set(marks.map(([, placeholder, tag]) => (placeholder ? `{{${placeholder}}}` : `<${tag}>`)))
}

function checkUse() {
  const keys = new Set([...groupsOf(texts.en).keys()])
  const namespaces = [...new Set([...keys].map((key) => key.split(':')[0]))]
  const used = new Set()
  const files = ['apps/web', 'apps/server/src', 'packages/contract/src'].flatMap((place) =>
    filesIn(place, /\.tsx?$/),
  )
  for (const file of files.filter((name) => !/\.test\.tsx?$/.test(name))) {
    const text = read(file)
    const own = namespaces.filter((namespace) => mentions(file, text, namespace))
    markLiterals(text, own, keys, used)
    markTemplates(text, own, keys, used)
    findMissing(file, text, own, keys)
  }
  for (const key of keys) {
    if (!used.has(key) && !dynamicPrefixes.some((prefix) => key.startsWith(prefix)))
      problems.push(`${key} is not used`)
  }
}

/** The product uses usted and vous everywhere: finds words of informal address. */
function checkAddress() {
  const familiar = {
    es: /(?<![\p{L}])(tú|tus?|haz|puedes|quieres|tienes|ves)(?![\p{L}])/iu,
    fr: /(?<![\p{L}])(tu|toi|tes|peux|veux)(?![\p{L}])/iu,
  }
  for (const [language, pattern] of Object.entries(familiar)) {
    for (const [key, text] of texts[language]) {
      const [word] = pattern.exec(text) ?? []
      if (word) problems.push(`${language}: ${key} says “${word}”`)
    }
  }
}

/** A file may omit a key's namespace if it belongs to that feature, or mentions the namespace. */
function mentions(file, text, namespace) {
  return (
    namespace === 'common' ||
    file.includes(`/features/${namespace}/`) ||
    new RegExp(`['"\`]${namespace}['"\`]`).test(text) ||
    text.includes(`/${namespace}.json`)
  )
}

function markLiterals(text, own, keys, used) {
  for (const [, , literal] of text.matchAll(/(['"`])([A-Za-z0-9_.:-]+)\1/g)) {
    for (const key of [literal, ...own.map((namespace) => `${namespace}:${literal}`)])
      if (keys.has(key)) used.add(key)
  }
  // Members of an imported locale file: `texts.accessDenied`.
  for (const [, name] of text.matchAll(/\.([A-Za-z][A-Za-z0-9_]*)\b/g)) {
    for (const namespace of own) {
      const isImported = text.includes(`/${namespace}.json`)
      if (isImported && keys.has(`${namespace}:${name}`)) used.add(`${namespace}:${name}`)
    }
  }
}

/** A template literal like `types.${type}.title` uses every key that it can produce. */
function markTemplates(text, own, keys, used) {
  for (const [, template] of text.matchAll(/`([A-Za-z0-9_.:-]*\$\{[^`]*)`/g)) {
    const parts = template.split(/\$\{[^}]*\}/)
    if (!/[A-Za-z]/.test(parts.join(''))) continue
    const pattern = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('[^:]+')
    const whole = new RegExp(`^${pattern}$`)
    for (const key of keys) {
      const [namespace, name] = key.split(':')
      if (whole.test(key) || (own.includes(namespace) && whole.test(name))) used.add(key)
    }
  }
}

/** Checks keys in plain calls of `t`; the compiler checks them too where it knows the namespace. */
function findMissing(file, text, own, keys) {
  for (const match of text.matchAll(/(?:\bt\(|\bi18nKey=)\s*\{?\s*(['"])([A-Za-z][A-Za-z0-9_.:-]*)\1/g)) {
    const name = match[2]
    const candidates = name.includes(':') ? [name] : own.map((namespace) => `${namespace}:${name}`)
    if (!candidates.some((key) => keys.has(key)))
      problems.push(`${file}:${lineAt(text, match.index)} names ${name}, which no locale file has`)
  }
}
