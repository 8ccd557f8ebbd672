/** Plain or smart, and what happens to the members when that changes. */
import { Alert, Radio } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Glyph } from '../../../ui/Glyph.tsx'
import classes from './CollectionForm.module.css'

const kinds = ['plain', 'smart'] as const

export function MembersKind({
  isSmart,
  was,
  onChange,
}: {
  isSmart: boolean
  /** For an existing collection. */
  was?: { isSmart: boolean; count: string | null }
  onChange(isSmart: boolean): void
}) {
  const { t } = useTranslation('collections')
  const isChanging = was !== undefined && was.isSmart !== isSmart
  const warning = isSmart ? 'kind.toSmart' : 'kind.toPlain'
  return (
    <>
      <Radio.Group
        label={t('form.members')}
        value={isSmart ? 'smart' : 'plain'}
        onChange={(kind) => onChange(kind === 'smart')}
      >
        <div className={classes.kinds}>
          {kinds.map((kind) => (
            <Radio key={kind} value={kind} label={t(`form.${kind}`)} description={t(`form.${kind}Help`)} />
          ))}
        </div>
      </Radio.Group>
      {isChanging && (
        <Alert color="yellow" variant="light" icon={<Glyph name="warning" />} role="status">
          {t(warning, { number: was.count ?? '–' })}
        </Alert>
      )}
    </>
  )
}
