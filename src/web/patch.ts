/**
 * Lets antd 5 draw its static parts with React 19. Must be the first import of the entry: it replaces
 * antd's renderer before any component asks for it.
 */
import '@ant-design/v5-patch-for-react-19'
