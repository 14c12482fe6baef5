import { createRoute, Outlet } from '@tanstack/react-router'
import { FurtherMessages } from '../language/further-messages.tsx'
import { loadChat } from '../messages/load-chat.ts'
import { ChatPage, ChatsPage } from './pages.ts'
import { root } from './root-route.ts'

const layout = createRoute({
  getParentRoute: () => root,
  id: 'chat',
  component: () => (
    <FurtherMessages name="chat" load={loadChat}>
      <Outlet />
    </FurtherMessages>
  ),
})

const chats = createRoute({
  getParentRoute: () => layout,
  path: '/chats',
  loader: () => ChatsPage.preload?.(),
  component: ChatsPage,
})

const one = createRoute({
  getParentRoute: () => layout,
  path: '/chats/$sessionId',
  loader: () => ChatPage.preload?.(),
  component: () => (
    <ChatPage key={one.useParams().sessionId} sessionId={one.useParams().sessionId} />
  ),
})

/** Where people say what they need. Their messages are loaded with the pages. */
export const chat = layout.addChildren([chats, one])
