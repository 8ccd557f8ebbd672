/** What a run asks, with the buttons under it. */
import { Alert, Button } from '@mantine/core'
import type { Ask } from '@muster/contract/wizards/runs.schema'
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../lib/call.ts'
import { useErrorText } from '../../../lib/errors.ts'
import { confirm } from '../../../ui/confirm.ts'
import { Glyph } from '../../../ui/Glyph.tsx'
import { useLeaveGuard } from '../../../ui/use-leave-guard.ts'
import type { AskHandle, AskProblem } from './asks/definition.ts'
import { askKindOf } from './asks/index.ts'
import { ErrorSummary } from './ErrorSummary.tsx'
import { Html } from './lazy-html.ts'
import classes from './Runner.module.css'
import type { Run } from './use-run.ts'

interface QuestionProps {
  run: Run
  ask: Ask
  isPaged: boolean
  /** Another question was shown before. */
  isFollowing: boolean
  onPage(place: { page: number; of: number }): void
  /** Whether an address shows the same run. */
  isWithin(path: string): boolean
}

export function Question({ run, ask, isPaged, isFollowing, onPage, isWithin }: QuestionProps) {
  const { t } = useTranslation(['wizardRuns', 'common'])
  const { screen, busy } = run
  const { Body, nextLabel } = askKindOf(ask)
  const handle = useRef<AskHandle>(null)
  const box = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState<readonly AskProblem[]>([])
  const [page, setPage] = useState(0)
  const turn = useCallback(
    (place: { page: number; of: number }) => {
      setPage(place.page)
      onPage(place)
    },
    [onPage],
  )
  useHeadFocus(box, page, { isFollowing, hasProblems: problems.length > 0 })
  // Answers are stored by the server; what is typed for this question is not.
  useLeaveGuard(() => handle.current?.isDirty() === true, isWithin)

  const send = async (event?: FormEvent) => {
    event?.preventDefault()
    const answer = handle.current?.give()
    if (!answer) return
    setProblems([])
    const refused = await run.advance(answer)
    if (refused) handle.current?.refuse(refused)
  }
  const back = () => {
    if (handle.current?.back()) return
    void run.back()
  }
  const cancel = async () => {
    const isSure = await confirm({
      title: t('cancel.title'),
      text: t('cancel.text'),
      confirmLabel: t('cancel.confirm'),
      cancelLabel: t('cancel.stay'),
      isDestructive: true,
    })
    if (isSure) await run.cancel()
  }
  const step = screen.steps.find(({ state }) => state === 'current')
  const title = ask.title || step?.title || screen.wizard.name
  return (
    <form ref={box} className={classes.question} noValidate onSubmit={send} aria-label={title}>
      <h2 className={classes.title} tabIndex={-1} data-head>
        {title}
      </h2>
      {page === 0 && (
        <>
          {ask.description && <p className={classes.description}>{ask.description}</p>}
          {screen.texts.map((text) => (
            <Html key={text} html={text} />
          ))}
        </>
      )}
      <ErrorSummary problems={problems} box={box} />
      <Body
        ask={ask}
        isPaged={isPaged}
        handle={handle}
        onProblems={setProblems}
        onPage={turn}
        search={run.search}
      />
      <Failure run={run} />
      <div className={classes.buttons}>
        <Button
          type="submit"
          size="md"
          loading={busy === 'advance'}
          disabled={busy !== null && busy !== 'advance'}
        >
          {nextLabel(ask) || t('common:next')}
        </Button>
        {(screen.canGoBack || page > 0) && (
          <Button
            variant="default"
            size="md"
            leftSection={<Glyph name="arrowLeft" />}
            loading={busy === 'back'}
            onClick={back}
          >
            {t('back')}
          </Button>
        )}
        {!screen.hideCancelButton && (
          <Button variant="subtle" size="md" className={classes.cancel} onClick={() => void cancel()}>
            {t('common:cancel')}
          </Button>
        )}
      </div>
    </form>
  )
}

/** What failed besides values; what was typed is still there to be sent again. */
function Failure({ run: { failure, screen } }: { run: Run }) {
  const { t } = useTranslation(['wizardRuns', 'errors'])
  const errorText = useErrorText()
  if (!failure) return null
  const { error } = failure
  if (error instanceof ApiError && error.code === 'wizard_full') {
    const { text, left } = error.params
    return (
      <Alert role="alert" color="yellow" title={t('full.title')}>
        {typeof text === 'string' && text !== '' ? <Html html={text} /> : t('full.text')}
        {typeof left === 'number' && left > 0 && <p>{t('full.left', { count: left })}</p>}
      </Alert>
    )
  }
  const isOffline = error instanceof ApiError && error.code === 'offline'
  return (
    <Alert
      role="alert"
      color="red"
      title={t(isOffline ? 'failure.offline' : 'failure.title')}
      key={screen.stepToken}
    >
      {isOffline ? t('failure.offlineText') : `${errorText(error)} ${t('failure.safe')}`}
    </Alert>
  )
}

/**
 * Readers of the screen hear what is asked next; the first question is left to the page.
 *
 * @param isFollowing whether another question was shown before
 * @param hasProblems the first problem has the focus then
 */
function useHeadFocus(
  box: { current: HTMLElement | null },
  page: number,
  { isFollowing, hasProblems }: { isFollowing: boolean; hasProblems: boolean },
): void {
  const shown = useRef(isFollowing ? null : page)
  const isHeld = useRef(hasProblems)
  isHeld.current = hasProblems
  useEffect(() => {
    if (page === shown.current) return
    shown.current = page
    if (isHeld.current) return
    const head = box.current?.querySelector<HTMLElement>('[data-head]')
    head?.focus({ preventScroll: true })
    head?.scrollIntoView?.({ block: 'nearest' })
  }, [page, box])
}
