/** The values of an event in words: what they are called, and what they say. */
import { type Filter, systemFields } from '@muster/contract/filters/ast'
import { operators } from '@muster/contract/filters/operators'
import { type ApiScope, apiScopes } from '@muster/contract/integrations/api-scopes'
import { type WebhookKind, webhookKinds } from '@muster/contract/integrations/webhooks.api'
import { languages } from '@muster/contract/paging'
import { type FeaturePermission, featurePermissions } from '@muster/contract/roles/permissions'
import { useTranslation } from 'react-i18next'
import { languageName } from '../../../lib/language-name.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { labels, namespaces, type TextKey, words } from './value-labels.ts'

const isFeature = (name: string): name is FeaturePermission =>
  (featurePermissions as readonly string[]).includes(name)
const isScope = (name: string): name is ApiScope => (apiScopes as readonly string[]).includes(name)
const isKind = (name: string): name is WebhookKind => (webhookKinds as readonly string[]).includes(name)
/** As JSON has it, in UTC. */
const isDateTime = (text: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text)
const isFilter = (value: object): value is Filter =>
  'and' in value || 'or' in value || 'not' in value || ('field' in value && 'op' in value)
const translations = /^(.+)Translations$/

/** Whether a setting says nothing, such as one that was never set. */
export const isUnset = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0)

export function useValueTexts() {
  const { t, i18n } = useTranslation(namespaces)
  const format = useFormat()
  /** A key that is put together, so the compiler cannot know it. */
  const lookUp = (key: string): string | undefined => (i18n.exists(key) ? t(key as TextKey) : undefined)

  function label(name: string): string {
    const known = labels[name]
    if (known) return t(known)
    const own = lookUp(`audit:value.${name}`) ?? lookUp(`fields:settings.${name}`)
    if (own) return own
    const [, base] = translations.exec(name) ?? []
    return base ? t('audit:inOtherLanguages', { name: label(base) }) : name
  }

  function word(name: string, value: string): string {
    const list = words[name]
    const known = list && lookUp(`${list}.${value}`)
    if (known) return known
    if (isFeature(value)) return t(`roles:feature.${value}`)
    if (isKind(value)) return t(`webhooks:kind.${value}`)
    if (isScope(value)) return t(`integrations:scope.${value}`)
    if (name.endsWith('anguage') || name.endsWith('anguages')) {
      const language = languages.find((one) => one === value)
      if (language) return languageName(language, format.language)
    }
    return isDateTime(value) ? format.dateTime(value) : value
  }

  /** A setting in one line or several. */
  function text(name: string, value: unknown): string {
    if (isUnset(value)) return '–'
    if (typeof value === 'boolean') return t(value ? 'audit:yes' : 'audit:no')
    if (typeof value === 'number') return format.number(value)
    if (Array.isArray(value)) {
      return value.every((one) => typeof one === 'string')
        ? format.list(value.map((one) => word(name, one)))
        : value.map((one) => part(name, one)).join('\n')
    }
    if (typeof value !== 'object' || value === null) return word(name, String(value))
    if (isFilter(value)) return filterText(value)
    return translations.test(name) ? translated(value) : settingsOf(value).join('\n')
  }

  function translated(value: object): string {
    return Object.entries(value)
      .map(([language, one]) => t('audit:setting', { name: word('language', language), value: one }))
      .join('\n')
  }

  /** One entry of a list, in a line: its field first, then only what is set. */
  function part(name: string, value: unknown): string {
    if (typeof value !== 'object' || value === null) return text(name, value)
    const { field, ...settings } = value as Record<string, unknown>
    return [...(field === undefined ? [] : [fieldName(field)]), ...settingsOf(settings)].join(' · ')
  }

  function settingsOf(value: object): string[] {
    return Object.entries(value).flatMap(([name, one]) => {
      if (isUnset(one) || one === false || one === 'default') return []
      return one === true
        ? [label(name)]
        : [t('audit:setting', { name: label(name), value: text(name, one).replaceAll('\n', '; ') })]
    })
  }

  function fieldName(field: unknown): string {
    if (field === null) return t('filters:unknownField')
    const name = String(field)
    return Object.hasOwn(systemFields, name)
      ? t(`filters:system.${name.slice(1)}` as 'filters:system.id')
      : name
  }

  function filterText(filter: Filter): string {
    if ('not' in filter) return t('audit:notMatching', { filter: filterText(filter.not) })
    if ('and' in filter || 'or' in filter) {
      const parts = 'and' in filter ? filter.and : filter.or
      const isNested = (one: Filter) => 'and' in one || 'or' in one
      const word = 'and' in filter ? t('filters:and') : t('filters:or')
      return parts.map((one) => (isNested(one) ? `(${filterText(one)})` : filterText(one))).join(` ${word} `)
    }
    const { field, op, value, where } = filter
    const head = `${fieldName(field)} ${t(`filters:op.${op}`)}`
    if (where) return `${head} (${filterText(where)})`
    return operators[op] === 'nothing' ? head : `${head} ${operandText(value)}`
  }

  function operandText(value: unknown): string {
    if (Array.isArray(value)) return value.map(operandText).join(', ')
    if (typeof value === 'boolean') return t(value ? 'audit:yes' : 'audit:no')
    if (typeof value === 'number') return format.number(value)
    if (typeof value !== 'object' || value === null) {
      const period = lookUp(`filters:period.${value}`)
      return period ?? word('value', String(value ?? ''))
    }
    const { variable, unit, amount } = value as Record<string, unknown>
    if (variable === 'currentUser') return t('filters:me')
    if (variable === 'today' || variable === 'now') return t(`filters:${variable}`)
    if (unit) return `${amount} ${lookUp(`filters:units.${unit}`) ?? unit}`
    return settingsOf(value).join(', ')
  }

  return { label, text }
}
