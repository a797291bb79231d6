using System.Reflection;
using Fathom.Subjects.Download;

namespace Fathom.Subjects.Mediator.Sending;

/// <summary>The published kinds of payload, made from a seed.</summary>
internal static class PayloadKinds
{
    private const int Seed = 1;

    /// <summary>A payload; throws <see cref="FormatException"/> for a kind there is not.</summary>
    public static byte[] Create(string kind, int size)
    {
        var bytes = new byte[size];
        var random = new Random(Seed);
        switch (kind)
        {
            case "zero":
                break;
            case "rand":
                random.NextBytes(bytes);
                break;
            case "text":
                Fill(bytes, Source());
                DirtiedText.Dirty(bytes, random);
                break;
            default:
                throw new FormatException($"There is no payload '{kind}'; accepted: zero, text, rand.");
        }

        return bytes;
    }

    private static void Fill(byte[] bytes, byte[] source)
    {
        for (var start = 0; start < bytes.Length; start += source.Length)
        {
            source.AsSpan(0, Math.Min(source.Length, bytes.Length - start)).CopyTo(bytes.AsSpan(start));
        }
    }

    /// <summary>The source code of this program.</summary>
    private static byte[] Source()
    {
        var assembly = Assembly.GetExecutingAssembly();
        using var all = new MemoryStream();
        foreach (var name in assembly.GetManifestResourceNames().Order(StringComparer.Ordinal))
        {
            using var file = assembly.GetManifestResourceStream(name)!;
            file.CopyTo(all);
        }

        return all.ToArray();
    }
}
