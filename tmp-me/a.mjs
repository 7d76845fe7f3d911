const base='http://localhost:8140'
const post=async(p,d,t)=>(await fetch(base+'/api/'+p+'.json',{method:'POST',headers:{'content-type':'application/json','x-lang':'en',...(t?{authorization:'Bearer '+t}:{})},body:JSON.stringify({data:d})})).json()
const t=(await post('system/checkLogin',{mobile:'13800000011',password:'Star2026'})).data.token
const o=await post('order/query',{pageNO:1,pageRows:200},t)
let bad=0
for(const r of o.data){ const d=await post('customer/detail',{id:r.customerId},t); if(d.status!==200){bad++; if(bad<3)console.log(r.id,r.orderNo,d.status,d.msg)} }
console.log(o.total,bad)
