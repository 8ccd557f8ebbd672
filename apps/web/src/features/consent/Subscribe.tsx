/** /public/team-{id}/subscribe: anybody asks to get what a team sends about its public subjects. */
import { Alert, Button, Checkbox, Select, TextInput } from '@mantine/core'
import type { Language } from '@muster/contract/paging'
import { useParams } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, call, useApi } from '../../lib/api.ts'
import { useErrorText, useFieldErrors } from '../../lib/errors.ts'
import { newProof } from '../../lib/proof.ts'
import { visitorLanguage } from '../../lib/public-page.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageSkeleton } from '../../ui/Skeletons.tsx'
import classes from './Consent.module.css'
import { ConsentPage } from './ConsentPage.tsx'
import { NoPage } from './NoPage.tsx'

export function Subscribe() {
  const { t } = useTranslation(['consent', 'common'])
  const teamId = Number(useParams({ strict: false }).teamId)
  const [language, setLanguage] = useState<Language | undefined>(visitorLanguage)
  const { data, error, refetch } = useApi(
    api.publicConsent.subscriptionPage,
    { params: { teamId }, query: language ? { language } : {} },
    { placeholderData: (before) => before },
  )
  const [email, setEmail] = useState('')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [agrees, setAgrees] = useState(false)
  const [state, setState] = useState<'editing' | 'checked' | 'busy' | 'asked'>('editing')
  const [failure, setFailure] = useState<unknown>(null)
  const errorText = useErrorText()
  const fieldErrors = useFieldErrors()
  if (error && !data) return <NoPage error={error} onRetry={refetch} />
  if (!data) return <PageSkeleton />
  const { team, languageId, languages, subjects } = data
  const textShown = t('agree', { team: team.name })
  const ask = async (event: FormEvent) => {
    event.preventDefault()
    setState('checked')
    setFailure(null)
    if (chosen.length === 0 || !agrees) return
    setState('busy')
    try {
      const subjectIds = chosen.map(Number)
      const proof = await newProof()
      const body = { email, subjectIds, languageId, textShown, proof }
      await call(api.publicConsent.subscribe, { params: { teamId }, body })
      setState('asked')
    } catch (error) {
      setFailure(error)
      setState('checked')
    }
  }
  const wrong = fieldErrors(failure)
  const isChecked = state === 'checked'
  const title = t('subscribeTo', { team: team.name })
  if (subjects.length === 0) {
    return (
      <ConsentPage team={team} languageId={languageId} title={title}>
        <EmptyState glyph="mail" title={t('closed')} />
      </ConsentPage>
    )
  }
  if (state === 'asked') {
    return (
      <ConsentPage team={team} languageId={languageId} title={title}>
        <div role="status">
          <EmptyState glyph="mail" title={t('asked')} text={t('askedText', { email })} />
        </div>
      </ConsentPage>
    )
  }
  return (
    <ConsentPage team={team} languageId={languageId} title={title}>
      <Select
        w={160}
        label={t('language')}
        allowDeselect={false}
        value={languageId}
        data={languages.map((value) => ({ value, label: t(`common:language.${value}`) }))}
        onChange={(value) => value && setLanguage(value as Language)}
      />
      <form noValidate onSubmit={(event) => void ask(event)} className={classes.form}>
        <Checkbox.Group
          label={t('subjects')}
          value={[...chosen]}
          onChange={setChosen}
          error={isChecked && chosen.length === 0 ? t('chooseFirst') : undefined}
        >
          <div className={classes.choices}>
            {subjects.map(({ id, name, description }) => (
              <Checkbox key={id} value={String(id)} label={name} description={description} />
            ))}
          </div>
        </Checkbox.Group>
        <TextInput
          size="md"
          type="email"
          autoComplete="email"
          label={t('email')}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={wrong.email}
        />
        <Checkbox
          label={textShown}
          checked={agrees}
          onChange={(event) => setAgrees(event.currentTarget.checked)}
          error={isChecked && !agrees ? t('agreeFirst') : undefined}
        />
        {failure !== null && Object.keys(wrong).length === 0 && (
          <Alert role="alert" color="red">
            {errorText(failure)}
          </Alert>
        )}
        <div>
          <Button type="submit" size="md" loading={state === 'busy'}>
            {t('subscribe')}
          </Button>
        </div>
      </form>
    </ConsentPage>
  )
}
