namespace Fathom.Subjects.Download;

/// <summary>Text "dirtied at random", so that a codec does not match whole blocks: one byte of 17, on the average, as published.</summary>
public static class DirtiedText
{
    /// <summary>One byte of so many is another printable one.</summary>
    public const int OneOf = 17;

    /// <summary>Writes random printable bytes over some of them.</summary>
    /// <param name="bytes">The text.</param>
    /// <param name="random">Decides where and what.</param>
    public static void Dirty(Span<byte> bytes, Random random)
    {
        ArgumentNullException.ThrowIfNull(random);
        for (var at = random.Next(2 * OneOf); at < bytes.Length; at += 1 + random.Next((2 * OneOf) - 1))
        {
            bytes[at] = (byte)random.Next(' ', '~');
        }
    }
}
