@extends('layout')
@section('body')
    @if ($here)
        <div class="a">
            {{ route('here', [
                'a' => 1,
            ]) }}
        </div>
    @else
        <p>b</p>
    @endif
@endsection
{{-- a
     comment --}}
