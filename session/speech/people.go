package speech

// StateExploring and those that follow are the phases of a session, in words for people.
var StateExploring = Text{
	"exploring",
	"調査中",
}

var StateSemantic = Text{
	"comparing",
	"照合中",
}

var StateVerification = Text{
	"verifying",
	"検証中",
}

var StateReady = Text{
	"may write",
	"書き込み可",
}

var StateClosed = Text{
	"ended",
	"終了",
}

// EventBegan and those that follow are what happens in a session.
var EventBegan = Text{
	"began",
	"開始",
}

var EventCall = Text{
	"call",
	"呼び出し",
}

var EventState = Text{
	"now",
	"状態",
}

var EventRefused = Text{
	"refused",
	"拒否",
}

var EventChanged = Text{
	"changed",
	"無断変更",
}

var EventEnded = Text{
	"ended",
	"終了",
}

var EventDamaged = Text{
	"damaged",
	"破損",
}

var EventGone = Text{
	"gone",
	"削除",
}
