import './font-public.css'
import './mantine-auth.css'
