/** Suppresses addresses by hand, such as those of the list of another program: one on each line. */
import { Alert, NativeSelect, Textarea } from '@mantine/core'
import { maxSuppressed } from '@muster/contract/messages/consent.api'
import { type DeliveryMethod, deliveryMethods } from '@muster/contract/messages/message-permissions'
import { maxAddressLength } from '@muster/contract/messages/messages.schema'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, call } from '../../../lib/api.ts'
import { useErrorText } from '../../../lib/errors.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { refreshChanged } from '../../../lib/stale.ts'
import { useDraft } from '../../../lib/use-draft.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { FormDrawer } from '../../../ui/FormDrawer.tsx'
import { toast } from '../../../ui/toasts.ts'

const addressesIn = (text: string) =>
  text
    .split(/[\n,;]+/)
    .map((one) => one.trim())
    .filter((one) => one !== '')

interface Props {
  teamId: number
  onClose(): void
}

/** Lines that are no addresses. */
interface Left {
  deliveryMethodId: DeliveryMethod
  lines: readonly string[]
}

export function SuppressDrawer(props: Props) {
  // What could not be read stays, to be corrected, in a form of its own.
  const [{ round, ...left }, setLeft] = useState<Left & { round: number }>({
    round: 0,
    deliveryMethodId: 'EMAIL',
    lines: [],
  })
  const onLeft = (next: Left) => setLeft((now) => ({ ...next, round: now.round + 1 }))
  return <SuppressForm key={round} {...props} left={left} onLeft={onLeft} />
}

function SuppressForm({
  teamId,
  left: { lines, ...first },
  onLeft,
  onClose,
}: Props & { left: Left; onLeft(left: Left): void }) {
  const { t } = useTranslation(['messageSubjects', 'messages', 'common'])
  const errorText = useErrorText()
  const format = useFormat()
  const { draft, set, errors, setErrors, isBusy, isDirty, save } = useDraft(
    { ...first, text: lines.join('\n') },
    async ({ deliveryMethodId, text }) => {
      const lines = addressesIn(text)
      const addresses = lines.filter((line) => line.length <= maxAddressLength)
      const invalid = lines.filter((line) => line.length > maxAddressLength)
      let added = 0
      try {
        for (let start = 0; start < addresses.length; start += maxSuppressed) {
          const body = { deliveryMethodId, addresses: addresses.slice(start, start + maxSuppressed) }
          const result = await call(api.consent.suppress, { params: { teamId }, body })
          added += result.added
          invalid.push(...result.invalid)
        }
      } finally {
        // Those of the requests before one that failed are suppressed.
        await refreshChanged(queryClient, api.consent.suppress, { teamId })
      }
      toast.success(t('messageSubjects:done.suppressed', { count: added, number: format.number(added) }))
      if (invalid.length === 0) onClose()
      else onLeft({ deliveryMethodId, lines: invalid })
    },
    (error) => toast.error(`${t('messageSubjects:failed.suppress')} ${errorText(error)}`),
  )
  const submit = () =>
    addressesIn(draft.text).length === 0 ? setErrors({ text: t('messageSubjects:required') }) : save()
  return (
    <FormDrawer
      title={t('messageSubjects:act.suppress')}
      submitLabel={t('messageSubjects:act.suppress')}
      isDirty={isDirty}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      {lines.length > 0 && !isDirty && (
        <Alert role="alert" color="orange">
          {t('messageSubjects:invalid', {
            count: lines.length,
            number: format.number(lines.length),
          })}
        </Alert>
      )}
      <NativeSelect
        label={t('messages:details.method')}
        value={draft.deliveryMethodId}
        data={deliveryMethods.map((value) => ({ value, label: t(`messages:method.${value}`) }))}
        onChange={({ currentTarget: { value } }) =>
          set({ deliveryMethodId: deliveryMethods.find((one) => one === value) ?? 'EMAIL' })
        }
      />
      <Textarea
        label={t('messageSubjects:addresses')}
        description={t('messageSubjects:addressesHelp')}
        value={draft.text}
        error={errors.text}
        required
        autosize
        minRows={6}
        maxRows={16}
        onChange={(event) => set({ text: event.currentTarget.value })}
      />
    </FormDrawer>
  )
}
