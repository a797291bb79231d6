using Google.Protobuf;

namespace Fathom.Bench.Contracts;

/// <summary>What is measured, the same content for both sides.</summary>
internal static class Samples
{
    public static Record Record { get; } = new()
    {
        Id = 1_234_567_890_123, Name = "North Atlantic, station 17", City = "Reykjavík", Active = true, Latitude = 64.1466, Longitude = -21.9426,
        Count = 300, Offset = -45, Key = 0x0123_4567_89AB_CDEF, Scores = [1, 20, 300, 4000, 50_000],
    };

    public static Batch Batch { get; } = new() { Items = [.. Enumerable.Range(0, 100).Select(i => new Item { Id = i, Name = $"item {i}", Price = i * 1.25 })] };

    public static Blob Blob { get; } = new() { Content = Pattern(1 << 20) };

    /// <summary>The same message as Google's classes have it.</summary>
    public static T Google<T>(byte[] bytes)
        where T : IMessage<T>, new() => new MessageParser<T>(() => new T()).ParseFrom(bytes);

    private static byte[] Pattern(int size) => [.. Enumerable.Range(0, size).Select(i => (byte)(i * 31))];
}
