/** Provinces with their cities: two digits, Chinese, English. Compact, because browsers download it. */
export const REGIONS = `
11 北京 Beijing,01 北京 Beijing
12 天津 Tianjin,01 天津 Tianjin
13 河北 Hebei,01 石家庄 Shijiazhuang,02 唐山 Tangshan,03 秦皇岛 Qinhuangdao,04 邯郸 Handan,05 邢台 Xingtai,06 保定 Baoding,07 张家口 Zhangjiakou,08 承德 Chengde,09 沧州 Cangzhou,10 廊坊 Langfang,11 衡水 Hengshui
14 山西 Shanxi,01 太原 Taiyuan,02 大同 Datong,03 阳泉 Yangquan,04 长治 Changzhi,05 晋城 Jincheng,06 朔州 Shuozhou,07 晋中 Jinzhong,08 运城 Yuncheng,09 忻州 Xinzhou,10 临汾 Linfen,11 吕梁 Lüliang
15 内蒙古 Inner Mongolia,01 呼和浩特 Hohhot,02 包头 Baotou,03 乌海 Wuhai,04 赤峰 Chifeng,05 通辽 Tongliao,06 鄂尔多斯 Ordos,07 呼伦贝尔 Hulunbuir,08 巴彦淖尔 Bayannur,09 乌兰察布 Ulanqab,22 兴安 Hinggan,25 锡林郭勒 Xilingol,29 阿拉善 Alxa
21 辽宁 Liaoning,01 沈阳 Shenyang,02 大连 Dalian,03 鞍山 Anshan,04 抚顺 Fushun,05 本溪 Benxi,06 丹东 Dandong,07 锦州 Jinzhou,08 营口 Yingkou,09 阜新 Fuxin,10 辽阳 Liaoyang,11 盘锦 Panjin,12 铁岭 Tieling,13 朝阳 Chaoyang,14 葫芦岛 Huludao
22 吉林 Jilin,01 长春 Changchun,02 吉林市 Jilin City,03 四平 Siping,04 辽源 Liaoyuan,05 通化 Tonghua,06 白山 Baishan,07 松原 Songyuan,08 白城 Baicheng,24 延边 Yanbian
23 黑龙江 Heilongjiang,01 哈尔滨 Harbin,02 齐齐哈尔 Qiqihar,03 鸡西 Jixi,04 鹤岗 Hegang,05 双鸭山 Shuangyashan,06 大庆 Daqing,07 伊春 Yichun,08 佳木斯 Jiamusi,09 七台河 Qitaihe,10 牡丹江 Mudanjiang,11 黑河 Heihe,12 绥化 Suihua,27 大兴安岭 Daxing'anling
31 上海 Shanghai,01 上海 Shanghai
32 江苏 Jiangsu,01 南京 Nanjing,02 无锡 Wuxi,03 徐州 Xuzhou,04 常州 Changzhou,05 苏州 Suzhou,06 南通 Nantong,07 连云港 Lianyungang,08 淮安 Huai'an,09 盐城 Yancheng,10 扬州 Yangzhou,11 镇江 Zhenjiang,12 泰州 Taizhou,13 宿迁 Suqian
33 浙江 Zhejiang,01 杭州 Hangzhou,02 宁波 Ningbo,03 温州 Wenzhou,04 嘉兴 Jiaxing,05 湖州 Huzhou,06 绍兴 Shaoxing,07 金华 Jinhua,08 衢州 Quzhou,09 舟山 Zhoushan,10 台州 Taizhou,11 丽水 Lishui
34 安徽 Anhui,01 合肥 Hefei,02 芜湖 Wuhu,03 蚌埠 Bengbu,04 淮南 Huainan,05 马鞍山 Ma'anshan,06 淮北 Huaibei,07 铜陵 Tongling,08 安庆 Anqing,10 黄山 Huangshan,11 滁州 Chuzhou,12 阜阳 Fuyang,13 宿州 Suzhou,15 六安 Lu'an,16 亳州 Bozhou,17 池州 Chizhou,18 宣城 Xuancheng
35 福建 Fujian,01 福州 Fuzhou,02 厦门 Xiamen,03 莆田 Putian,04 三明 Sanming,05 泉州 Quanzhou,06 漳州 Zhangzhou,07 南平 Nanping,08 龙岩 Longyan,09 宁德 Ningde
36 江西 Jiangxi,01 南昌 Nanchang,02 景德镇 Jingdezhen,03 萍乡 Pingxiang,04 九江 Jiujiang,05 新余 Xinyu,06 鹰潭 Yingtan,07 赣州 Ganzhou,08 吉安 Ji'an,09 宜春 Yichun,10 抚州 Fuzhou,11 上饶 Shangrao
37 山东 Shandong,01 济南 Jinan,02 青岛 Qingdao,03 淄博 Zibo,04 枣庄 Zaozhuang,05 东营 Dongying,06 烟台 Yantai,07 潍坊 Weifang,08 济宁 Jining,09 泰安 Tai'an,10 威海 Weihai,11 日照 Rizhao,13 临沂 Linyi,14 德州 Dezhou,15 聊城 Liaocheng,16 滨州 Binzhou,17 菏泽 Heze
41 河南 Henan,01 郑州 Zhengzhou,02 开封 Kaifeng,03 洛阳 Luoyang,04 平顶山 Pingdingshan,05 安阳 Anyang,06 鹤壁 Hebi,07 新乡 Xinxiang,08 焦作 Jiaozuo,09 濮阳 Puyang,10 许昌 Xuchang,11 漯河 Luohe,12 三门峡 Sanmenxia,13 南阳 Nanyang,14 商丘 Shangqiu,15 信阳 Xinyang,16 周口 Zhoukou,17 驻马店 Zhumadian
42 湖北 Hubei,01 武汉 Wuhan,02 黄石 Huangshi,03 十堰 Shiyan,05 宜昌 Yichang,06 襄阳 Xiangyang,07 鄂州 Ezhou,08 荆门 Jingmen,09 孝感 Xiaogan,10 荆州 Jingzhou,11 黄冈 Huanggang,12 咸宁 Xianning,13 随州 Suizhou,28 恩施 Enshi
43 湖南 Hunan,01 长沙 Changsha,02 株洲 Zhuzhou,03 湘潭 Xiangtan,04 衡阳 Hengyang,05 邵阳 Shaoyang,06 岳阳 Yueyang,07 常德 Changde,08 张家界 Zhangjiajie,09 益阳 Yiyang,10 郴州 Chenzhou,11 永州 Yongzhou,12 怀化 Huaihua,13 娄底 Loudi,31 湘西 Xiangxi
44 广东 Guangdong,01 广州 Guangzhou,02 韶关 Shaoguan,03 深圳 Shenzhen,04 珠海 Zhuhai,05 汕头 Shantou,06 佛山 Foshan,07 江门 Jiangmen,08 湛江 Zhanjiang,09 茂名 Maoming,12 肇庆 Zhaoqing,13 惠州 Huizhou,14 梅州 Meizhou,15 汕尾 Shanwei,16 河源 Heyuan,17 阳江 Yangjiang,18 清远 Qingyuan,19 东莞 Dongguan,20 中山 Zhongshan,51 潮州 Chaozhou,52 揭阳 Jieyang,53 云浮 Yunfu
45 广西 Guangxi,01 南宁 Nanning,02 柳州 Liuzhou,03 桂林 Guilin,04 梧州 Wuzhou,05 北海 Beihai,06 防城港 Fangchenggang,07 钦州 Qinzhou,08 贵港 Guigang,09 玉林 Yulin,10 百色 Baise,11 贺州 Hezhou,12 河池 Hechi,13 来宾 Laibin,14 崇左 Chongzuo
46 海南 Hainan,01 海口 Haikou,02 三亚 Sanya,03 三沙 Sansha,04 儋州 Danzhou
50 重庆 Chongqing,01 重庆 Chongqing
51 四川 Sichuan,01 成都 Chengdu,03 自贡 Zigong,04 攀枝花 Panzhihua,05 泸州 Luzhou,06 德阳 Deyang,07 绵阳 Mianyang,08 广元 Guangyuan,09 遂宁 Suining,10 内江 Neijiang,11 乐山 Leshan,13 南充 Nanchong,14 眉山 Meishan,15 宜宾 Yibin,16 广安 Guang'an,17 达州 Dazhou,18 雅安 Ya'an,19 巴中 Bazhong,20 资阳 Ziyang,32 阿坝 Aba,33 甘孜 Garzê,34 凉山 Liangshan
52 贵州 Guizhou,01 贵阳 Guiyang,02 六盘水 Liupanshui,03 遵义 Zunyi,04 安顺 Anshun,05 毕节 Bijie,06 铜仁 Tongren,23 黔西南 Qianxinan,26 黔东南 Qiandongnan,27 黔南 Qiannan
53 云南 Yunnan,01 昆明 Kunming,03 曲靖 Qujing,04 玉溪 Yuxi,05 保山 Baoshan,06 昭通 Zhaotong,07 丽江 Lijiang,08 普洱 Pu'er,09 临沧 Lincang,23 楚雄 Chuxiong,25 红河 Honghe,26 文山 Wenshan,28 西双版纳 Xishuangbanna,29 大理 Dali,31 德宏 Dehong,33 怒江 Nujiang,34 迪庆 Diqing
54 西藏 Tibet,01 拉萨 Lhasa,02 日喀则 Shigatse,03 昌都 Qamdo,04 林芝 Nyingchi,05 山南 Shannan,06 那曲 Nagqu,25 阿里 Ngari
61 陕西 Shaanxi,01 西安 Xi'an,02 铜川 Tongchuan,03 宝鸡 Baoji,04 咸阳 Xianyang,05 渭南 Weinan,06 延安 Yan'an,07 汉中 Hanzhong,08 榆林 Yulin,09 安康 Ankang,10 商洛 Shangluo
62 甘肃 Gansu,01 兰州 Lanzhou,02 嘉峪关 Jiayuguan,03 金昌 Jinchang,04 白银 Baiyin,05 天水 Tianshui,06 武威 Wuwei,07 张掖 Zhangye,08 平凉 Pingliang,09 酒泉 Jiuquan,10 庆阳 Qingyang,11 定西 Dingxi,12 陇南 Longnan,29 临夏 Linxia,30 甘南 Gannan
63 青海 Qinghai,01 西宁 Xining,02 海东 Haidong,22 海北 Haibei,23 黄南 Huangnan,25 海南州 Hainan Prefecture,26 果洛 Golog,27 玉树 Yushu,28 海西 Haixi
64 宁夏 Ningxia,01 银川 Yinchuan,02 石嘴山 Shizuishan,03 吴忠 Wuzhong,04 固原 Guyuan,05 中卫 Zhongwei
65 新疆 Xinjiang,01 乌鲁木齐 Ürümqi,02 克拉玛依 Karamay,04 吐鲁番 Turpan,05 哈密 Hami,23 昌吉 Changji,27 博尔塔拉 Bortala,28 巴音郭楞 Bayingolin,29 阿克苏 Aksu,30 克孜勒苏 Kizilsu,31 喀什 Kashgar,32 和田 Hotan,40 伊犁 Ili,42 塔城 Tacheng,43 阿勒泰 Altay
71 台湾 Taiwan,01 台北 Taipei,02 高雄 Kaohsiung
81 香港 Hong Kong,01 香港 Hong Kong
82 澳门 Macao,01 澳门 Macao
`
