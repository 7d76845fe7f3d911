import { chromium } from 'playwright'
const base='http://localhost:8140'
const tok=async m=>(await (await fetch(base+'/api/system/checkLogin.json',{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify({data:{mobile:m,password:'Star2026'}})})).json()).data.token
const b=await chromium.launch({executablePath:'/usr/bin/chromium-headless-shell'})
const page=async(m,w,h,lang='en',theme)=>{const c=await b.newContext({viewport:{width:w,height:h}});const p=await c.newPage();p.on('console',x=>['error','warning'].includes(x.type())&&console.log('CONSOLE',x.text()));const t=await tok(m);await p.addInitScript(([t,l,th])=>{localStorage.setItem('atelier-token',t);localStorage.setItem('atelier-language',l);if(th)localStorage.setItem('atelier-theme',JSON.stringify({accent:'#409EFF',mode:th}))},[t,lang,theme]);return p}
// 1 till
let p=await page('13800000004',1440,900)
await p.goto(base+'/cash/statement'); await p.waitForTimeout(2500); await p.screenshot({path:'/tmp/l1.png'})
await p.setViewportSize({width:1366,height:768})
await p.getByRole('button',{name:'Report the day'}).first().click(); await p.waitForTimeout(1500); await p.screenshot({path:'/tmp/l2.png'})
await p.keyboard.press('Escape')
await p.setViewportSize({width:1440,height:900})
await p.goto(base+'/cash/register-station'); await p.waitForTimeout(2500); await p.screenshot({path:'/tmp/l3.png'})
// order edit
p=await page('13800000002',1440,900)
const t=await tok('13800000002')
const o=(await (await fetch(base+'/api/order/query.json',{method:'POST',headers:{'content-type':'application/json',authorization:'Bearer '+t},body:JSON.stringify({data:{pageNO:1,pageRows:5}})})).json()).data[0]
await p.goto(base+'/order/order-detail?id='+o.id); await p.waitForTimeout(2000)
await p.getByRole('button',{name:'Edit',exact:true}).first().click(); await p.waitForTimeout(1200); await p.screenshot({path:'/tmp/l4.png'})
await b.close()
