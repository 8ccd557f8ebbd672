/** /team-{id}/outgoing-messages/new: the details of a new message, and what its content starts from. */
import { Button, SegmentedControl } from '@mantine/core'
import {
  type DeliveryMethod,
  deliveryMethods,
  mayDoToMessage,
} from '@muster/contract/messages/message-permissions'
import type { ContentType } from '@muster/contract/messages/messages.schema'
import { templateUses } from '@muster/contract/messages/templates.api'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { api, useApi } from '../../../lib/api.ts'
import { useDraft } from '../../../lib/use-draft.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FormField, FormStack } from '../../../ui/FormField.tsx'
import { PageBody } from '../../../ui/Page.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { useLeaveGuard } from '../../../ui/use-leave-guard.ts'
import { standingIn, useSignedIn } from '../../auth/public.ts'
import { useTeamFacts } from '../../fields/public.ts'
import { useTeamId } from '../../teams/public.ts'
import { useSenders } from '../data/use-choices.ts'
import { useMessageActs } from '../data/use-message-acts.ts'
import { TemplateChooser } from '../templates/TemplateChooser.tsx'
import { DetailsFields } from './DetailsFields.tsx'
import classes from './StepFrame.module.css'
import { StepFooter } from './StepFrame.tsx'

export function NewMessage() {
  const { t } = useTranslation(['messages', 'shell'])
  const teamId = useTeamId()
  const standing = standingIn(useSignedIn(), teamId)
  const methods = deliveryMethods.filter(
    (deliveryMethodId) =>
      standing !== null && mayDoToMessage(standing, 'edit', { deliveryMethodId, isOwn: true }),
  )
  const first = methods[0]
  return (
    <div className={classes.page}>
      <PageHeader title={t('shell:title.newMessage')} glyph="mail" />
      {first ? (
        <Form teamId={teamId} methods={methods} first={first} />
      ) : (
        <EmptyState glyph="lock" title={t('messages:details.mayNot')} />
      )}
    </div>
  )
}

function Form({
  teamId,
  methods,
  first,
}: {
  teamId: number
  methods: readonly DeliveryMethod[]
  first: DeliveryMethod
}) {
  const { t } = useTranslation(['messages'])
  const navigate = useNavigate()
  const acts = useMessageActs(teamId)
  const { dataLanguages } = useTeamFacts()
  const list = `/team-${teamId}/outgoing-messages`
  const isCreated = useRef(false)
  const form = useDraft(
    {
      internalName: '',
      internalDescription: '',
      deliveryMethodId: first,
      contentTypeId: 'MARKETING' as ContentType,
      contentLanguageId: dataLanguages[0] ?? 'en',
      /** Undefined: the team's default. */
      senderId: undefined as number | null | undefined,
      outgoingMessageTemplateId: null as number | null,
    },
    async (draft) => {
      const body = { ...draft, senderId, outgoingMessageTemplateId: chosen }
      const message = await acts.perform(api.messages.create, { params: { teamId }, body }, 'create')
      acts.keep(message)
      isCreated.current = true
      await navigate({ to: `${list}/${message.id}/content` })
    },
  )
  const { draft, set, errors, setErrors, isBusy, save } = form
  const senders = useSenders(teamId, draft.deliveryMethodId)
  const usual =
    senders?.find(({ isDefault }) => isDefault) ?? (senders?.length === 1 ? senders[0] : undefined)
  const senderId = draft.senderId === undefined ? (usual?.id ?? null) : draft.senderId
  useLeaveGuard(() => form.isDirty && !isCreated.current)

  const query = { status: 'PUBLISHED' as const, deliveryMethodId: draft.deliveryMethodId }
  const templates = useApi(api.messageTemplates.list, { params: { teamId }, query })
  const fitting = templates.data?.items.filter(({ usedFor }) =>
    (templateUses[usedFor] as readonly string[]).includes(draft.contentTypeId),
  )
  const chosen = fitting?.find(({ id }) => id === draft.outgoingMessageTemplateId)?.id ?? null

  const submit = () => {
    if (draft.internalName.trim() === '') {
      setErrors({ internalName: t('messages:details.nameRequired') })
      document.querySelector<HTMLElement>('main input[required]')?.focus()
      return
    }
    void save()
  }
  return (
    <form
      noValidate
      className={classes.frame}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <PageBody>
        <FormStack>
          {methods.length > 1 && (
            <FormField label={t('messages:details.method')}>
              {({ id, 'aria-describedby': describedBy }) => (
                <SegmentedControl
                  id={id}
                  aria-describedby={describedBy}
                  aria-label={t('messages:details.method')}
                  style={{ justifySelf: 'start' }}
                  value={draft.deliveryMethodId}
                  data={methods.map((value) => ({ value, label: t(`messages:method.${value}`) }))}
                  onChange={(value) =>
                    set({
                      deliveryMethodId: methods.find((one) => one === value) ?? first,
                      senderId: undefined,
                      outgoingMessageTemplateId: null,
                    })
                  }
                />
              )}
            </FormField>
          )}
          <DetailsFields
            method={draft.deliveryMethodId}
            draft={{ ...draft, senderId }}
            errors={errors}
            set={set}
          />
          <TemplateChooser
            templates={fitting}
            error={templates.error}
            onRetry={templates.refetch}
            value={chosen}
            onChange={(outgoingMessageTemplateId) => set({ outgoingMessageTemplateId })}
          />
        </FormStack>
      </PageBody>
      <StepFooter onBack={() => navigate({ to: `${list}/drafts` })}>
        <Button type="submit" loading={isBusy}>
          {t('messages:next.content')}
        </Button>
      </StepFooter>
    </form>
  )
}
