using System.Text;

namespace Fathom.Contracts.Tests.Serialization;

/// <summary>Random values of the types protobuf has, the borders of its encodings more often than others.</summary>
internal sealed class EdgeValues(int seed)
{
    private static readonly ulong[] Borders =
    [
        0, 1, 127, 128, 16383, 16384, 2097151, 2097152, 268435455, 268435456, int.MaxValue, uint.MaxValue, long.MaxValue, ulong.MaxValue,
            1UL << 31, (1UL << 49) - 1, 1UL << 49, (1UL << 56) - 1, 1UL << 56, 1UL << 63,
    ];

    private static readonly string[] Texts = ["", "a", "naïve", "日本語", "\U0001F600", "\0", new('x', 42), new('x', 43), new('é', 32),
        new('é', 33), new('é', 64), new('z', 200)];

    private readonly Random _random = new(seed);

    public bool OneIn(int n) => _random.Next(n) == 0;

    public int Below(int n) => _random.Next(n);

    public ulong Bits() => OneIn(2) ? Borders[Below(Borders.Length)] : (ulong)_random.NextInt64(long.MinValue, long.MaxValue) >> Below(64);

    // Without -0, which protobuf writes and Google.Protobuf's C# does not: a test of its own.
    public double Double() => Below(8) switch
    {
        0 => 0,
        1 => double.NaN,
        2 => double.NegativeInfinity,
        3 => double.Epsilon,
        _ => (_random.NextDouble() - 0.5) * Math.Pow(10, Below(40)),
    };

    /// <summary>A value of a type that is no message, oneof or collection; null for any other.</summary>
    public object? Scalar(Type type)
    {
        var bits = Bits();
        return type switch
        {
            { IsEnum: true } => Enum.ToObject(type, Enum.GetUnderlyingType(type) == typeof(byte) ? (byte)bits : (int)bits),
            _ when type == typeof(bool) => (bits & 1) != 0,
            _ when type == typeof(byte) => (byte)bits,
            _ when type == typeof(sbyte) => (sbyte)bits,
            _ when type == typeof(short) => (short)bits,
            _ when type == typeof(ushort) => (ushort)bits,
            _ when type == typeof(int) => (int)bits,
            _ when type == typeof(uint) => (uint)bits,
            _ when type == typeof(long) => (long)bits,
            _ when type == typeof(ulong) => bits,
            _ when type == typeof(float) => (float)Double(),
            _ when type == typeof(double) => Double(),
            _ when type == typeof(string) => Text(),
            _ when type == typeof(byte[]) => Bytes(),
            _ when type == typeof(ReadOnlyMemory<byte>) => new ReadOnlyMemory<byte>(Bytes()),
            _ when type == typeof(DateTime) => Moment(),
            _ when type == typeof(DateTimeOffset) => new DateTimeOffset(Moment()),
            _ when type == typeof(TimeSpan) => Span(),
            _ => null,
        };
    }

    public string Text()
    {
        if (OneIn(2))
        {
            return Texts[Below(Texts.Length)];
        }

        var text = new StringBuilder();
        for (var left = Below(60); left > 0; left--)
        {
            var rune = Below(0x10FFFF);
            text.Append(Rune.IsValid(rune) && !OneIn(2) ? new Rune(rune).ToString() : ((char)(' ' + Below(90))).ToString());
        }

        return text.ToString();
    }

    public byte[] Bytes()
    {
        var bytes = new byte[OneIn(4) ? Below(2000) : Below(20)];
        _random.NextBytes(bytes);
        return bytes;
    }

    /// <summary>A time that both sides hold exactly: in 100 ns.</summary>
    public DateTime Moment() => new(OneIn(4) ? DateTime.UnixEpoch.Ticks : 1 + _random.NextInt64(DateTime.MaxValue.Ticks), DateTimeKind.Utc);

    public TimeSpan Span() => OneIn(4)
        ? TimeSpan.FromTicks(1 + Below(10_000_000)) * (OneIn(2) ? -1 : 1)
        : TimeSpan.FromTicks(_random.NextInt64(-3_155_760_000_000_000_000, 3_155_760_000_000_000_000));
}
