/** A message as a person gets it: HTML in a sandboxed frame, or its text. */
import { SegmentedControl } from '@mantine/core'
import type { RenderedMessage } from '@muster/contract/messages/messages.schema'
import { type QueryKey, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/use-format.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { FormSkeleton } from '../../../ui/Skeletons.tsx'
import shared from '../../../ui/shared.module.css'
import { Facts } from '../components/Facts.tsx'
import classes from './PreviewDialog.module.css'

export function PreviewDialog({
  title,
  query,
  onClose,
}: {
  title: string
  /** `queryOf` an endpoint that answers with a rendered message. */
  query: { queryKey: QueryKey; queryFn(context: { signal: AbortSignal }): Promise<RenderedMessage> }
  onClose(): void
}) {
  const { t } = useTranslation('messages')
  const { data, error, refetch } = useQuery({ ...query, staleTime: 0, gcTime: 0 })
  return (
    <Dialog title={title} onClose={onClose} width={860}>
      {data ? (
        <Rendered message={data} />
      ) : error ? (
        <ErrorState error={error} title={t('failed.preview')} onRetry={refetch} />
      ) : (
        <FormSkeleton />
      )}
    </Dialog>
  )
}

type Width = 'desktop' | 'phone' | 'text'

function Rendered({ message }: { message: RenderedMessage }) {
  const { t } = useTranslation('messages')
  const format = useFormat()
  const [width, setWidth] = useState<Width>(message.html ? 'desktop' : 'text')
  const widths: Width[] = ['desktop', 'phone', 'text']
  return (
    <div className={shared.stack12}>
      <Facts
        facts={[
          {
            label: t('content.to'),
            value: message.to && (message.name ? `${message.name} <${message.to}>` : message.to),
          },
          { label: t('content.subjectLine'), value: message.subjectLine },
          { label: t('content.preheader'), value: message.preheader },
          {
            label: t('content.segments'),
            value: message.segments === null ? null : format.number(message.segments),
          },
          { label: t('content.missing'), value: message.missing.join(', ') },
        ]}
      />
      {message.html !== '' && (
        <SegmentedControl
          size="xs"
          style={{ justifySelf: 'start' }}
          aria-label={t('content.width')}
          value={width}
          data={widths.map((value) => ({ value, label: t(`content.widths.${value}`) }))}
          onChange={(value) => setWidth(widths.find((one) => one === value) ?? 'desktop')}
        />
      )}
      {message.html !== '' && width !== 'text' ? (
        // Without scripts and origin; links open outside.
        <iframe
          className={classes.frame}
          data-width={width}
          title={message.subjectLine || t('content.preview')}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          srcDoc={message.html}
        />
      ) : (
        <pre className={classes.text}>{message.text}</pre>
      )}
    </div>
  )
}
