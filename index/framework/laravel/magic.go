package laravel

import "codeintel/index/lang"

const (
	guardClass   = `illuminate\contracts\auth\guard#`
	requestClass = `illuminate\http\request#`
)

// magic is what Laravel's classes have and give that no declaration says.
var magic = &lang.Magic{
	Members: map[string]func(lang.Asker, lang.Access) []lang.Found{
		modelClass:      modelMember,
		builderClass:    builderMember,
		facadeClass:     facadeMember,
		collectionClass: collectionMember,
		unknownPolicy:   anyPolicy,
		"":              macroMember,
	},
	Values: map[string]func(lang.Asker, lang.Called) lang.TypeRef{policyValue: policy, parameterValue: parameter},
	Calls: map[string]map[string]func(lang.Asker, lang.Called) lang.TypeRef{
		modelClass: {
			"query()": newQuery, "newquery()": newQuery, "newmodelquery()": newQuery, "with()": newQuery, "on()": newQuery,
			"newquerywithoutscopes()": newQuery, "newquerywithoutrelationships()": newQuery, "newquerywithoutscope()": newQuery,
		},
		hasFactory:     {"factory()": newFactory},
		"":             {"app()": resolved, "resolve()": resolved},
		contractClass:  {"make()": resolved, "get()": resolved},
		containerClass: {"makewith()": resolved},
		relationships: {
			"hasone()": relationTo("hasone"), "hasmany()": relationTo("hasmany"), "belongsto()": relationTo("belongsto"),
			"belongstomany()": relationTo("belongstomany"), "morphone()": relationTo("morphone"), "morphmany()": relationTo("morphmany"),
			"morphtomany()": relationTo("morphtomany"), "morphedbymany()": relationTo("morphtomany"),
		},
		guardClass:   {"user()": user},
		requestClass: {"user()": user},
		factoryClass: {
			"create()": made, "make()": made, "createone()": made, "makeone()": made, "createquietly()": made, "newmodel()": made,
			"createonequietly()": made,
		},
	},
}
