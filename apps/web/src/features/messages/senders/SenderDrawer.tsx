/** Adds a sender or changes one; a password is written and never shown. */
import { NativeSelect, NumberInput, PasswordInput, Switch, TextInput } from '@mantine/core'
import { type DeliveryMethod, deliveryMethods } from '@muster/contract/messages/message-permissions'
import { maxAddressLength } from '@muster/contract/messages/messages.schema'
import {
  maxDailyLimit,
  maxDomainLength,
  maxPort,
  maxRatePerSecond,
  maxSecretLength,
  maxSenderName,
  type Sender,
  type SenderSettings,
  type TransportName,
  transportMethods,
  transports,
} from '@muster/contract/messages/senders.api'
import { useTranslation } from 'react-i18next'
import { ApiError, api, call, queryOf } from '../../../lib/api.ts'
import { useErrorText } from '../../../lib/errors.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { refreshChanged } from '../../../lib/stale.ts'
import { useDraft } from '../../../lib/use-draft.ts'
import { FormDrawer } from '../../../ui/FormDrawer.tsx'
import { FormSection } from '../../../ui/FormSection.tsx'
import { toast } from '../../../ui/toasts.ts'
import { isConflict, useRowVersion } from '../data/use-row-version.ts'
import classes from './senders.module.css'

const noSettings: SenderSettings = {
  host: '',
  port: 587,
  isSecure: false,
  user: '',
  region: '',
  configurationSet: '',
  accountSid: '',
  messagingServiceSid: '',
}

/** The text settings of each transport, in their order. */
const ownSettings: Record<TransportName, (keyof SenderSettings & string)[]> = {
  outbox: [],
  smtp: ['host', 'user'],
  ses: ['region', 'user', 'configurationSet'],
  twilio: ['accountSid', 'messagingServiceSid'],
}
type TextSetting = Exclude<keyof SenderSettings, 'port' | 'isSecure'>

const fresh = {
  name: '',
  deliveryMethodId: 'EMAIL' as DeliveryMethod,
  transport: 'smtp' as TransportName,
  fromName: '',
  fromAddress: '',
  replyTo: '',
  settings: noSettings,
  ratePerSecond: 10,
  dailyLimit: null as number | null,
  bounceDomain: '',
  isDefault: false,
}

const draftOf = (sender: Sender): typeof fresh => ({
  name: sender.name,
  deliveryMethodId: sender.deliveryMethodId,
  transport: sender.transport,
  fromName: sender.fromName,
  fromAddress: sender.fromAddress,
  replyTo: sender.replyTo,
  settings: sender.settings,
  ratePerSecond: sender.ratePerSecond,
  dailyLimit: sender.dailyLimit,
  bounceDomain: sender.bounceDomain,
  isDefault: sender.isDefault,
})

export function SenderDrawer({
  teamId,
  sender,
  onClose,
  onSaved,
}: {
  teamId: number
  /** Null: a new one. */
  sender: Sender | null
  onClose(): void
  onSaved(sender: Sender): void
}) {
  const { t } = useTranslation(['messageSenders', 'messages', 'common'])
  const errorText = useErrorText()
  const sendVersion = useRowVersion(sender, () =>
    queryClient.fetchQuery({ ...queryOf(api.messageSenders.list, { params: { teamId } }), staleTime: 0 }),
  )
  const { draft, set, errors, setErrors, isBusy, isDirty, save } = useDraft(
    { ...(sender ? draftOf(sender) : fresh), secret: '' },
    async ({ secret, ...values }) => {
      const written = secret === '' ? {} : { secret }
      const { deliveryMethodId, transport, ...details } = values
      const saved = sender
        ? await sendVersion((version) =>
            call(api.messageSenders.update, {
              params: { teamId, senderId: sender.id },
              body: { ...details, ...written, version },
            }),
          )
        : await call(api.messageSenders.create, {
            params: { teamId },
            body: { ...details, deliveryMethodId, transport, ...written },
          })
      await refreshChanged(queryClient, api.messageSenders.update, { teamId })
      toast.success(t('messageSenders:done.saved', { name: saved.name }))
      onSaved(saved)
    },
    (error) => {
      if (error instanceof ApiError && error.code === 'name_taken') setErrors({ name: errorText(error) })
      else if (isConflict(error)) toast.error(t('messages:conflict'))
      else if (!(error instanceof ApiError && error.errors.length > 0))
        toast.error(`${t('messageSenders:failed.save')} ${errorText(error)}`)
    },
  )
  const isEmail = draft.deliveryMethodId === 'EMAIL'
  const fitting = transports.filter((one) => transportMethods[one].includes(draft.deliveryMethodId))
  const setSetting = (change: Partial<SenderSettings>) => set({ settings: { ...draft.settings, ...change } })
  const submit = () => {
    const required = {
      ...(draft.name.trim() === '' && { name: t('messageSenders:required') }),
      ...(draft.fromAddress.trim() === '' && { fromAddress: t('messageSenders:required') }),
    }
    if (Object.keys(required).length > 0) return setErrors(required)
    return save()
  }
  return (
    <FormDrawer
      title={sender ? t('messageSenders:edit') : t('messageSenders:new')}
      submitLabel={t('common:save')}
      isDirty={isDirty}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label={t('common:name')}
        description={t('messageSenders:nameHelp')}
        value={draft.name}
        error={errors.name}
        required
        maxLength={maxSenderName}
        data-autofocus
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <div className={classes.pair}>
        <NativeSelect
          label={t('messages:details.method')}
          disabled={sender !== null}
          value={draft.deliveryMethodId}
          data={deliveryMethods.map((value) => ({ value, label: t(`messages:method.${value}`) }))}
          onChange={({ currentTarget: { value } }) => {
            const deliveryMethodId = deliveryMethods.find((one) => one === value) ?? 'EMAIL'
            set({ deliveryMethodId, transport: deliveryMethodId === 'EMAIL' ? 'smtp' : 'twilio' })
          }}
        />
        <NativeSelect
          label={t('messageSenders:transport')}
          disabled={sender !== null}
          value={draft.transport}
          data={fitting.map((value) => ({ value, label: t(`messageSenders:transports.${value}`) }))}
          onChange={({ currentTarget: { value } }) =>
            set({ transport: fitting.find((one) => one === value) ?? draft.transport })
          }
        />
      </div>
      {isEmail && (
        <TextInput
          label={t('messageSenders:fromName')}
          value={draft.fromName}
          error={errors.fromName}
          maxLength={maxSenderName}
          onChange={(event) => set({ fromName: event.currentTarget.value })}
        />
      )}
      <TextInput
        label={isEmail ? t('messageSenders:fromEmail') : t('messageSenders:fromNumber')}
        type={isEmail ? 'email' : 'tel'}
        value={draft.fromAddress}
        error={errors.fromAddress}
        required
        maxLength={maxAddressLength}
        onChange={(event) => set({ fromAddress: event.currentTarget.value })}
      />
      {isEmail && (
        <TextInput
          label={t('messageSenders:replyTo')}
          description={t('messageSenders:replyToHelp')}
          type="email"
          value={draft.replyTo}
          error={errors.replyTo}
          maxLength={maxAddressLength}
          onChange={(event) => set({ replyTo: event.currentTarget.value })}
        />
      )}
      {ownSettings[draft.transport].map((key) => (
        <TextInput
          key={key}
          label={t(`messageSenders:settings.${key as TextSetting}`)}
          value={draft.settings[key as TextSetting]}
          error={errors[`settings.${key}`]}
          autoComplete="off"
          onChange={(event) => setSetting({ [key]: event.currentTarget.value })}
        />
      ))}
      {draft.transport === 'smtp' && (
        <div className={classes.pair}>
          <NumberInput
            label={t('messageSenders:settings.port')}
            value={draft.settings.port}
            error={errors['settings.port']}
            min={1}
            max={maxPort}
            allowDecimal={false}
            onChange={(port) => typeof port === 'number' && setSetting({ port })}
          />
          <Switch
            label={t('messageSenders:settings.isSecure')}
            description={t('messageSenders:settings.isSecureHelp')}
            checked={draft.settings.isSecure}
            onChange={(event) => setSetting({ isSecure: event.currentTarget.checked })}
          />
        </div>
      )}
      {draft.transport !== 'outbox' && (
        <PasswordInput
          label={t('messageSenders:secret')}
          description={sender?.hasSecret ? t('messageSenders:secretKept') : undefined}
          value={draft.secret}
          error={errors.secret}
          autoComplete="new-password"
          maxLength={maxSecretLength}
          visibilityToggleButtonProps={{ 'aria-label': t('messageSenders:showSecret') }}
          onChange={(event) => set({ secret: event.currentTarget.value })}
        />
      )}
      <Switch
        label={t('messageSenders:isDefault')}
        checked={draft.isDefault}
        onChange={(event) => set({ isDefault: event.currentTarget.checked })}
      />
      <FormSection
        title={t('messageSenders:limits')}
        isOpen={Boolean(errors.ratePerSecond ?? errors.dailyLimit ?? errors.bounceDomain)}
      >
        <div className={classes.pair}>
          <NumberInput
            label={t('messageSenders:ratePerSecond')}
            value={draft.ratePerSecond}
            error={errors.ratePerSecond}
            min={1}
            max={maxRatePerSecond}
            allowDecimal={false}
            onChange={(value) => typeof value === 'number' && set({ ratePerSecond: value })}
          />
          <NumberInput
            label={t('messageSenders:dailyLimit')}
            description={t('messageSenders:dailyLimitHelp')}
            value={draft.dailyLimit ?? ''}
            error={errors.dailyLimit}
            min={1}
            max={maxDailyLimit}
            allowDecimal={false}
            onChange={(value) => set({ dailyLimit: typeof value === 'number' ? value : null })}
          />
        </div>
        {isEmail && (
          <TextInput
            label={t('messageSenders:bounceDomain')}
            description={t('messageSenders:bounceDomainHelp')}
            value={draft.bounceDomain}
            error={errors.bounceDomain}
            maxLength={maxDomainLength}
            onChange={(event) => set({ bounceDomain: event.currentTarget.value })}
          />
        )}
      </FormSection>
    </FormDrawer>
  )
}
