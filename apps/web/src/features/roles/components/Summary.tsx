/** What a role may do in a collection, in words: 'Sees all records · Changes Notes where Site is North'. */
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { Filter } from '@muster/contract/filters/ast'
import type { DataPermissionGrant } from '@muster/contract/roles/roles.api'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../lib/i18n.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { fieldTitle } from '../../fields/public.ts'
import { describeFilter, useDescribe } from '../../filters/public.ts'
import {
  type Allowed,
  allowedOn,
  fieldPermissions,
  isRule,
  type RecordPermission,
  recordPermissions,
  type Target,
} from '../grants.ts'

const verbs = {
  read_data_field_data: 'summary.sees',
  update_data_field_data: 'summary.changes',
  delete_data_records: 'summary.deletes',
  read_data_record_metadata: 'summary.details',
} as const satisfies Record<RecordPermission, string>

interface Props {
  className: string | undefined
  /** In the tree of collections. */
  depth: number
  fields: readonly DataField[]
  target: Target
  above: readonly Target[]
  grants: readonly DataPermissionGrant[]
}

/** A permission with the records, or the fields and records, that it is for. */
interface Part {
  permission: RecordPermission
  /** Wider ones first; only the first if that is everything. */
  records: readonly Exclude<Allowed, 'none'>[]
  fields: readonly { field: DataField; allowed: Exclude<Allowed, 'none'> }[]
}

export function Summary(props: Props) {
  const parts = partsOf(props)
  if (parts.length === 0) return null
  return <Words {...props} parts={parts} />
}

function partsOf({ fields, target, above, grants }: Props): Part[] {
  const own = [target, ...fields.map(({ id }): Target => ({ kind: 'field', id }))]
  const hasOwn = recordPermissions.some((permission) =>
    own.some((one) => isGiven(allowedOn(grants, permission, one))),
  )
  // What it inherits only is said where it comes from.
  if (!hasOwn) return []
  return recordPermissions.flatMap((permission) => {
    const all = [...above, target].map((one) => allowedOn(grants, permission, one)).filter(isGiven)
    const isEverything = all.includes('all')
    const ofFields = (fieldPermissions as readonly string[]).includes(permission) && !isEverything
    const ofOwn = ofFields
      ? fields.flatMap((field) => {
          const allowed = allowedOn(grants, permission, { kind: 'field', id: field.id })
          return isGiven(allowed) ? [{ field, allowed }] : []
        })
      : []
    if (all.length + ofOwn.length === 0) return []
    return [{ permission, records: isEverything ? (['all'] as const) : all, fields: ofOwn }]
  })
}

const isGiven = (allowed: Allowed): allowed is Exclude<Allowed, 'none'> => allowed !== 'none'

function Words({ className, depth, fields, parts }: Props & { parts: readonly Part[] }) {
  const { t } = useTranslation('roles')
  const format = useFormat()
  const rules = parts.flatMap((part) =>
    [...part.records, ...part.fields.map(({ allowed }) => allowed)].filter(isRule),
  )
  const describe = useDescribe(fields, rules.length > 0 ? { or: rules } : null)
  const inWords = (filter: Filter) => describeFilter(filter, describe)
  const texts = parts.map(({ permission, records, fields: own }) => {
    const ofRecords = records.map((allowed) =>
      isRule(allowed) ? t('summary.where', { rule: inWords(allowed) }) : t('summary.all'),
    )
    const byRule = new Map<string, string[]>()
    for (const { field, allowed } of own) {
      const rule = isRule(allowed) ? inWords(allowed) : ''
      byRule.set(rule, [...(byRule.get(rule) ?? []), fieldTitle(field, currentLanguage())])
    }
    const ofFields = [...byRule].map(([rule, titles]) => {
      const names = format.list(titles)
      return rule ? t('summary.fieldsWhere', { fields: names, rule }) : t('summary.fields', { fields: names })
    })
    return t(verbs[permission], { what: format.list([...ofRecords, ...ofFields]) })
  })
  return (
    <span className={className} style={depth > 0 ? { marginLeft: depth * 20 } : undefined}>
      {texts.join(' · ')}
    </span>
  )
}
