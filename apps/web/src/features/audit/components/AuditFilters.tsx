/** What narrows the audit log: a text, the kind of thing, who did it, and the days. */
import { Select } from '@mantine/core'
import { DateInput, type DateInputProps } from '@mantine/dates'
import 'dayjs/locale/es'
import 'dayjs/locale/fr'
import { type AuditPerson, systemAsPerson } from '@muster/contract/audit/audit.api'
import { type AuditSubject, auditSubjects } from '@muster/contract/audit/audit.schema'
import { addDays } from '@muster/contract/fields/time/calendar'
import { startOfDay } from '@muster/contract/fields/time/zone'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/use-format.ts'
import { ListTools } from '../../../ui/ListTools.tsx'

export interface Narrowing {
  text: string
  subject: AuditSubject | null
  userId: string | null
  /** Days in the zone of the page; both are included. */
  fromDay: string | null
  toDay: string | null
}

const everything: Narrowing = { text: '', subject: null, userId: null, fromDay: null, toDay: null }

export function useNarrowing() {
  const [narrowing, setNarrowing] = useState(everything)
  const narrow = (change: Partial<Narrowing>) => setNarrowing((now) => ({ ...now, ...change }))
  return { narrowing, narrow }
}

const instant = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString())

/** The first instant of the first day, and the first one after the last day. */
export function rangeOf({ fromDay, toDay }: Narrowing, zone: string): { from?: string; to?: string } {
  const from = fromDay ? instant(startOfDay(fromDay, zone)) : undefined
  const dayAfter = toDay ? addDays(toDay, 1) : undefined
  const to = dayAfter ? instant(startOfDay(dayAfter, zone)) : undefined
  return { ...(from && { from }), ...(to && { to }) }
}

export function AuditFilters({
  narrowing,
  onNarrow,
  people,
}: {
  narrowing: Narrowing
  onNarrow(change: Partial<Narrowing>): void
  people: readonly AuditPerson[]
}) {
  const { t } = useTranslation(['audit', 'common'])
  const format = useFormat()
  const { text, subject, userId, fromDay, toDay } = narrowing
  const names = people
    .map(({ userId: value, name }) => ({ value, label: name || t('formerUser') }))
    .sort((a, b) => format.compare(a.label, b.label))
  const pattern = format.language === 'en' ? 'MM/DD/YYYY' : 'DD/MM/YYYY'
  const day = {
    size: 'xs',
    w: 140,
    clearable: true,
    clearButtonProps: { 'aria-label': t('common:clear') },
    valueFormat: pattern,
    locale: format.language,
    firstDayOfWeek: format.firstDayOfWeek,
    popoverProps: { withinPortal: true },
  } satisfies DateInputProps
  return (
    <ListTools label={t('search')} search={text} onSearch={(next) => onNarrow({ text: next })}>
      <Select
        size="xs"
        clearable
        searchable
        aria-label={t('kind')}
        placeholder={t('allKinds')}
        data={auditSubjects.map((value) => ({ value, label: t(`subject.${value}`) }))}
        value={subject}
        onChange={(value) => onNarrow({ subject: auditSubjects.find((one) => one === value) ?? null })}
      />
      <Select
        size="xs"
        clearable
        searchable
        aria-label={t('by')}
        placeholder={t('everyone')}
        data={[...names, { value: systemAsPerson, label: t('system') }]}
        value={userId}
        onChange={(value) => onNarrow({ userId: value })}
      />
      <DateInput
        {...day}
        aria-label={t('fromDay')}
        placeholder={t('fromDay')}
        value={fromDay}
        maxDate={toDay ?? undefined}
        onChange={(value) => onNarrow({ fromDay: value })}
      />
      <DateInput
        {...day}
        aria-label={t('toDay')}
        placeholder={t('toDay')}
        value={toDay}
        minDate={fromDay ?? undefined}
        onChange={(value) => onNarrow({ toDay: value })}
      />
    </ListTools>
  )
}
