/** A developer test page: the parts of the design system on one page, and the form of spec section 9. */

import { Button, SegmentedControl, Select, TextInput } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from '../../lib/use-form.ts'
import { Card } from '../../ui/Card.tsx'
import { confirm } from '../../ui/confirm.ts'
import { Drawer } from '../../ui/Drawer.tsx'
import { FormField, FormStack } from '../../ui/FormField.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconPicker } from '../../ui/IconPicker.tsx'
import { PageBody } from '../../ui/Page.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { TableSkeleton } from '../../ui/Skeletons.tsx'
import type { StatusColor } from '../../ui/status-colors.ts'
import { Tag } from '../../ui/Tag.tsx'
import { toast } from '../../ui/toasts.ts'

const colors: StatusColor[] = ['gray', 'yellow', 'orange', 'blue', 'green', 'red']
const between = (least: number, most: number) => (text: string) =>
  text.length < least || text.length > most ? `${least} to ${most} characters` : null

export function DevPage() {
  const path = useLocation({ select: (location) => location.pathname })
  const [icon, setIcon] = useState('fad fa-house')
  const [isOpen, setOpen] = useState(false)
  const form = useForm(
    { name: '', lastName: '' },
    {
      checks: { name: between(3, 10), lastName: between(6, 10) },
      send: async () => void toast.info('File Uploaded', 3000),
    },
  )
  return (
    <main>
      <PageHeader title={path} icon={icon} action={<Button onClick={() => setOpen(true)}>Drawer</Button>} />
      <PageBody>
        <FormStack>
          <Card
            headerTitle="Card"
            headerIcon={['fas fa-star', 'far fa-star', 'fad fa-star']}
            isCollapsible
            isFullscreenable
            footerText="Footer"
            cardMenuItems={[
              { header: 'Menu' },
              { label: 'Plain', glyph: 'edit' },
              { label: 'Nested', items: [{ label: 'Inner' }] },
            ]}
          >
            {['fas fa-user', 'far fa-user', 'fad fa-user', 'fad fa-flag', 'fas fa-no-such-icon'].map(
              (name) => (
                <Icon key={name} name={name} size={24} />
              ),
            )}
          </Card>
          <div>
            {colors.map((color) => (
              <Tag key={color} color={color}>
                {color}
              </Tag>
            ))}
          </div>
          <FormField label="Icon" help="Stored as a name">
            {(control) => <IconPicker {...control} value={icon} onChange={setIcon} />}
          </FormField>
          <form onSubmit={form.onSubmit}>
            <FormStack>
              <TextInput label="Name" description="3 to 10 characters" {...form.input('name')} />
              <TextInput label="Last name" {...form.input('lastName')} />
              <Select label="Select" data={['One', 'Two']} />
              <SegmentedControl aria-label="Button" data={['One', 'Two']} />
              <Button type="submit">Send</Button>
            </FormStack>
          </form>
          <Button
            variant="default"
            onClick={async () => {
              if (await confirm({ title: 'Delete it?', confirmLabel: 'Delete', isDestructive: true })) {
                toast.undo('Deleted', () => toast.success('Restored'))
              }
            }}
          >
            Dialog
          </Button>
          <TableSkeleton />
        </FormStack>
      </PageBody>
      {isOpen && (
        <Drawer title="Drawer" onClose={() => setOpen(false)}>
          Content
        </Drawer>
      )}
    </main>
  )
}
