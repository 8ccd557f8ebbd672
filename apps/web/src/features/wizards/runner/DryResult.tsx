/** What a dry run would have changed and sent. */

import { plainText } from '@muster/contract/text'
import type { Outcome } from '@muster/contract/wizards/runs.schema'
import { useTranslation } from 'react-i18next'
import styles from '../../../ui/shared.module.css'
import table from '../../../ui/Table.module.css'
import { useRecordSource } from '../../fields/visitors/public.ts'
import classes from './Runner.module.css'

type Would = NonNullable<Outcome['would']>

export function DryResult({ would, messages }: { would: Would; messages: Outcome['messages'] }) {
  const { t } = useTranslation(['wizardRuns'])
  const collections = useRecordSource().useCollections()
  const people = messages.reduce((sum, message) => sum + message.people, 0)
  const textOf = useValueText()
  return (
    <div className={styles.stack12}>
      {would.length === 0 ? (
        <p className={styles.muted}>{t('dry.nothing')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <section className={classes.tableBox} tabIndex={0} aria-label={t('dry.table')}>
          <table className={table.table}>
            <thead>
              <tr>
                <th scope="col">{t('dry.what')}</th>
                <th scope="col">{t('dry.record')}</th>
                <th scope="col">{t('dry.collection')}</th>
                <th scope="col">{t('dry.values')}</th>
              </tr>
            </thead>
            <tbody>
              {would.map((one, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the table never changes
                <tr key={at}>
                  <td>{t(`dry.${one.type}`)}</td>
                  <td>{one.name || t('pick.unnamed')}</td>
                  <td>{collections.find(({ id }) => id === one.dataCollectionId)?.name ?? ''}</td>
                  <td>
                    {one.changes.map(({ title, before, after }) => (
                      <div key={title}>
                        <span className={styles.muted}>{title}</span>{' '}
                        {before !== null && <del>{textOf(before)}</del>} {textOf(after)}
                      </div>
                    ))}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {messages.some(({ notSent }) => !notSent) && <p>{t('dry.messages', { count: people })}</p>}
      {messages.some(({ notSent }) => notSent) && <p>{t('dry.notSent')}</p>}
    </div>
  )
}

/** Stored values in words; ids and files only as what they are. */
function useValueText(): (value: unknown) => string {
  const { t } = useTranslation(['common'])
  return (value) => {
    if (value === null || value === undefined) return ''
    if (typeof value === 'boolean') return t(value ? 'common:yes' : 'common:no')
    if (typeof value === 'string') return plainText(value)
    return typeof value === 'number' ? String(value) : JSON.stringify(value)
  }
}
