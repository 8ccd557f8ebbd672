/** Invites the persons of a list: paste it or choose a file, look at what would happen, send. */
import { Button, Textarea } from '@mantine/core'
import { type InvitationRow, maxInvitationRows } from '@muster/contract/users/users.api'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, call } from '../../../lib/api.ts'
import { refreshChanged } from '../../../lib/stale.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { FormDrawer } from '../../../ui/FormDrawer.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import styles from '../../../ui/shared.module.css'
import { toast } from '../../../ui/toasts.ts'
import {
  type Column,
  decodeText,
  type InvitationList,
  readInvitations,
  writeInvitations,
} from '../csv-invitations.ts'
import { useFailed } from '../use-user-acts.ts'
import { type CheckedRow, CsvPreview, checkedRows } from './CsvPreview.tsx'

const example: InvitationRow = {
  firstName: 'Ana',
  lastName: 'Torres',
  email: 'ana@example.org',
  roles: [],
  language: 'es',
}

export function InviteFromCsv({ teamId, onClose }: { teamId: number; onClose(): void }) {
  const { t } = useTranslation(['users', 'common'])
  const { language } = useFormat()
  const failed = useFailed()
  const queryClient = useQueryClient()
  const file = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isRest, setRest] = useState(false)
  const [rows, setRows] = useState<readonly CheckedRow[] | null>(null)
  const [isBusy, setBusy] = useState(false)

  const titleOf = (column: Column) => (column === 'language' ? t('csv.language') : t(`list.${column}`))
  // Spreadsheet programs expect semicolons where the comma is the decimal sign.
  const write = (list: readonly InvitationRow[]) =>
    writeInvitations(list, titleOf, language === 'en' ? ',' : ';')
  const post = async (list: readonly InvitationRow[], isCheck: boolean) => {
    const body = { rows: [...list], isCheck }
    return checkedRows(list, await call(api.users.inviteSeveral, { params: { teamId }, body }))
  }
  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      failed('invite', error)
    } finally {
      setBusy(false)
    }
  }

  const check = (source: string) =>
    run(async () => {
      setRest(false)
      const list = readInvitations(source)
      setProblem(list.rows ? null : problemText(list))
      setRows(list.rows ? await post(list.rows, true) : null)
    })
  const problemText = ({ problem: code, count = 0 }: Extract<InvitationList, { problem: string }>) =>
    t(`csv.error.${code}`, { count, max: maxInvitationRows })

  const send = (checked: readonly CheckedRow[]) =>
    run(async () => {
      const answered = await post(
        checked.map(({ row }) => row),
        false,
      )
      const rest = answered.filter(({ errors }) => errors.length > 0)
      const count = answered.length - rest.length
      if (count > 0) toast.success(t('done.inviteMany', { count }))
      await refreshChanged(queryClient, api.users.inviteSeveral, { teamId })
      if (rest.length === 0) return onClose()
      setText(write(rest.map(({ row }) => row)))
      setRest(true)
      setRows(null)
    })

  const open = async (chosen: File | undefined) => {
    if (!chosen) return
    const source = decodeText(await chosen.arrayBuffer())
    setText(source)
    await check(source)
  }
  const download = () => {
    const link = document.createElement('a')
    // With a mark, so that spreadsheet programs read it as UTF-8.
    link.href = URL.createObjectURL(new Blob(['\ufeff', write([])], { type: 'text/csv' }))
    link.download = t('csv.fileName')
    link.click()
    URL.revokeObjectURL(link.href)
  }
  const readyCount = rows?.filter(({ errors }) => errors.length === 0).length ?? 0
  return (
    <FormDrawer
      title={t('csv.title')}
      submitLabel={rows ? t('csv.send', { count: readyCount }) : t('csv.check')}
      isDisabled={rows ? readyCount === 0 : text.trim() === ''}
      isDirty={text !== ''}
      isBusy={isBusy}
      width={960}
      onSubmit={() => (rows ? send(rows) : check(text))}
      onClose={onClose}
    >
      {rows ? (
        <>
          <CsvPreview rows={rows} titleOf={titleOf} />
          <div>
            <Button size="xs" variant="default" onClick={() => setRows(null)}>
              {t('csv.change')}
            </Button>
          </div>
        </>
      ) : (
        <>
          <p className={styles.note}>{t('csv.help', { max: maxInvitationRows })}</p>
          <div className={styles.wrapRow12}>
            <Button
              size="xs"
              variant="default"
              leftSection={<Glyph name="upload" size={14} />}
              onClick={() => file.current?.click()}
            >
              {t('csv.choose')}
            </Button>
            <Button
              size="xs"
              variant="subtle"
              leftSection={<Glyph name="download" size={14} />}
              onClick={download}
            >
              {t('csv.template')}
            </Button>
            <input
              ref={file}
              type="file"
              accept=".csv,.tsv,.txt,text/csv,text/plain"
              hidden
              aria-label={t('csv.choose')}
              onChange={(event) => {
                void open(event.currentTarget.files?.[0])
                event.currentTarget.value = ''
              }}
            />
          </div>
          {isRest && <p role="status">{t('csv.rest')}</p>}
          <Textarea
            label={t('csv.paste')}
            value={text}
            error={problem}
            placeholder={write([example])}
            autosize
            minRows={10}
            maxRows={24}
            spellCheck={false}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
            onChange={(event) => {
              setText(event.currentTarget.value)
              setProblem(null)
            }}
          />
        </>
      )}
    </FormDrawer>
  )
}
