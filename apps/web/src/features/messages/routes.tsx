/** The screens of outgoing messages, each in a chunk of its own. */
import { lazyRouteComponent } from '@tanstack/react-router'

const list = () => import('./lists/lists.tsx')
/** /team-{id}/outgoing-messages/dashboard */
export const MessageDashboard = lazyRouteComponent(
  () => import('./dashboard/MessageDashboard.tsx'),
  'MessageDashboard',
)
/** …/drafts and the other lists */
export const Drafts = lazyRouteComponent(list, 'Drafts')
export const Scheduled = lazyRouteComponent(list, 'Scheduled')
export const Sent = lazyRouteComponent(list, 'Sent')
export const Archived = lazyRouteComponent(list, 'Archived')

const templates = () => import('./templates/TemplateList.tsx')
/** …/templates-drafts and the other lists of templates */
export const DraftTemplates = lazyRouteComponent(templates, 'DraftTemplates')
export const PublishedTemplates = lazyRouteComponent(templates, 'PublishedTemplates')
export const ArchivedTemplates = lazyRouteComponent(templates, 'ArchivedTemplates')
/** /outgoing-messages-template/content/{ogmTemplateId} */
export const TemplatePage = lazyRouteComponent(() => import('./templates/TemplatePage.tsx'), 'TemplatePage')

/** …/new */
export const NewMessage = lazyRouteComponent(() => import('./flow/NewMessage.tsx'), 'NewMessage')
/** Layout of …/{outgoingMessageId}/…: header with tabs, then `<Outlet />`. */
export const MessagePage = lazyRouteComponent(() => import('./flow/MessagePage.tsx'), 'MessagePage')
/** …/summary, under MessagePage as the others */
export const Summary = lazyRouteComponent(() => import('./flow/Summary.tsx'), 'Summary')
/** …/details */
export const Details = lazyRouteComponent(() => import('./flow/Details.tsx'), 'Details')
/** …/content */
export const Content = lazyRouteComponent(() => import('./flow/Content.tsx'), 'Content')
/** …/recipients */
export const Recipients = lazyRouteComponent(() => import('./flow/Recipients.tsx'), 'Recipients')
/** …/schedule */
export const Schedule = lazyRouteComponent(() => import('./flow/Schedule.tsx'), 'Schedule')
/** …/stats */
export const Stats = lazyRouteComponent(() => import('./stats/Stats.tsx'), 'Stats')

/** /team-{id}/admin/message-subjects */
export const SubjectList = lazyRouteComponent(() => import('./subjects/SubjectList.tsx'), 'SubjectList')
/** /team-{id}/admin/message-suppressions */
export const SuppressionList = lazyRouteComponent(
  () => import('./suppressions/SuppressionList.tsx'),
  'SuppressionList',
)
/** /team-{id}/admin/message-senders */
export const SenderList = lazyRouteComponent(() => import('./senders/SenderList.tsx'), 'SenderList')
