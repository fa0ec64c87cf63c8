@extends('layouts.app')
@use('App\Models\User', 'Person')
@inject('clock', 'App\Services\Clock')
@props(['user', 'title' => 'Anonymous (or "not")'])
{{-- a comment with @if($never) and {{ $nothing }} --}}
@php
    /** @var Person $owner */
    $count = count($user->posts);
@endphp

@section('title', 'Posts of ' . $user->name)
@section('content')
  <h1 id="top" class="card {{ $count > 1 ? 'many' : 'one' }} wide">{{ $title }} by {!! $owner->html() !!}</h1>
  <p @class(['lead', 'on' => $count > 0])>mail a@b.c or @@if, @{{ left }}, @someone</p>
  @foreach ($user->posts as $i => $post)
    @if ($loop->first && strlen(")(") /* ) */ > 0)
      {{ $loop->index }}: {{ $post->title }}
    @elseif($clock->late())
      @include('posts.row', ['post' => $post, 'n' => $i])
    @endif
  @endforeach
  @forelse($user->friends() as $friend) {{ $friend->name }} @empty {{ __('none') }} @endforelse
  @error('name') <b>{{ $message }}</b> @enderror
  <x-forms.input :value="$post->title" :$count ::js="a" title="x {{ $i }}" />
  <x-card>
    <x-slot:footer>{{ date('Y') }}</x-slot:footer>
  </x-card>
  @money($count, 'EUR')
@endsection
@push('scripts')
<style>.box { width: {{ $count }}px; color: {{ $title }} }</style>
<script>
  const total = {{ $count }}, rows = @json($user->posts);
  function show(n) { return total + n }
  show({!! $count !!});
</script>
@endpush
@verbatim
  <p>{{ notPhp }} @if</p>
@endverbatim
<?php echo \App\Models\User::find(1)->name ?>
<a href="#top" onclick="show(1)">up</a>
