/** Sends a message to a few addresses, to look at it where it will be read. */
import { Button, TagsInput } from '@mantine/core'
import { maxTestAddresses } from '@muster/contract/messages/messages.schema'
import type { Language } from '@muster/contract/paging'
import { useTranslation } from 'react-i18next'
import { ApiError, api, call } from '../../../lib/api.ts'
import { useErrorText } from '../../../lib/errors.ts'
import { useDraft } from '../../../lib/use-draft.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { FormStack } from '../../../ui/FormField.tsx'
import shared from '../../../ui/shared.module.css'
import { toast } from '../../../ui/toasts.ts'
import { useSignedIn } from '../../auth/public.ts'
import { useMessagePage } from '../flow/message-context.ts'

export function TestSendDialog({ languageId, onClose }: { languageId: Language; onClose(): void }) {
  const { t } = useTranslation(['messages', 'common'])
  const { teamId, message } = useMessagePage()
  const user = useSignedIn()
  const errorText = useErrorText()
  const isEmail = message.deliveryMethodId === 'EMAIL'
  const { draft, set, errors, setErrors, isBusy, save } = useDraft(
    { addresses: isEmail ? [user.email] : [] },
    async ({ addresses }) => {
      const params = { teamId, outgoingMessageId: message.id }
      const { sent } = await call(api.messages.testSend, { params, body: { languageId, addresses } })
      toast.success(t('messages:content.testSent', { count: sent }))
      onClose()
    },
    (error) => {
      const isOfField = error instanceof ApiError && error.errors.length > 0
      if (!isOfField) setErrors({ addresses: `${t('messages:failed.testSend')} ${errorText(error)}` })
    },
  )
  return (
    <Dialog title={t('messages:content.test')} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (draft.addresses.length === 0) setErrors({ addresses: t('messages:content.testRequired') })
          else void save()
        }}
      >
        <FormStack>
          <TagsInput
            label={isEmail ? t('messages:content.testEmails') : t('messages:content.testNumbers')}
            description={t('messages:content.testHelp')}
            error={Object.values(errors)[0]}
            value={draft.addresses}
            maxTags={maxTestAddresses}
            // Phone numbers are written with spaces.
            splitChars={isEmail ? [',', ';', ' '] : [',', ';']}
            acceptValueOnBlur
            clearable={false}
            data-autofocus
            onChange={(addresses) => set({ addresses: addresses.map((one) => one.trim()) })}
          />
          <div className={shared.actions}>
            <Button variant="default" onClick={onClose}>
              {t('common:cancel')}
            </Button>
            <Button type="submit" loading={isBusy}>
              {t('messages:content.sendTest')}
            </Button>
          </div>
        </FormStack>
      </form>
    </Dialog>
  )
}
