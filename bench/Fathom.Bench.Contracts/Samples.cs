using Google.Protobuf;

namespace Fathom.Bench.Contracts;

/// <summary>The messages, with the same content for both serializers.</summary>
internal static class Samples
{
    public static Record Record { get; } = new(
        1_234_567_890_123, "North Atlantic, station 17", "Reykjavík", Active: true, 64.1466, -21.9426, 300, -45, 0x0123_4567_89AB_CDEF,
            [1, 20, 300, 4000, 50_000]);

    public static Batch Batch { get; } = new([.. Enumerable.Range(0, 100).Select(i => new Item(i, $"item {i}", i * 1.25))]);

    public static Blob Blob { get; } = new(Pattern(1 << 20));

    /// <summary>
    /// One array for both serializers. Writing it is one copy, whose time depends on the address of the megabyte: with an array each, the
    /// same code had medians of 1.02 and 1.13 of the other's time.
    /// </summary>
    public static Google.Blob GoogleBlob { get; } = new() { Content = UnsafeByteOperations.UnsafeWrap(Blob.Content) };

    /// <summary>The same message in Google.Protobuf's class.</summary>
    public static T Google<T>(byte[] bytes)
        where T : IMessage<T>, new() => new MessageParser<T>(() => new T()).ParseFrom(bytes);

    private static byte[] Pattern(int size) => [.. Enumerable.Range(0, size).Select(i => (byte)(i * 31))];
}
