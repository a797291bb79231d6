using System.Runtime.InteropServices;
using System.Text;

namespace Fathom.Subjects.Download;

/// <summary>
/// Payloads of the study <c>compression</c>: the published one, files of the .NET SDK, and content generated from a seed. All but the
/// published oversized one have the same size, so that only their content differs.
/// </summary>
public static class Payloads
{
    /// <summary>150,000 times the unit: with id, tags and length the published 4,050,007 bytes.</summary>
    public const int Size = 4_050_000;

    /// <summary>180,000 times the unit: the published 4,860,007 bytes, over gRPC's limit.</summary>
    public const int OversizedSize = 4_860_000;

    // The published record repeats a unit of 27 bytes, thirty times, and 36 times in the larger one; the content of the unit is not
    // published.
    private const string Unit = "Candidate;Name;Mail;Phone;\n";
    private const int PublishedRecord = 30;
    private const int OversizedRecord = 36;

    // A usual size for streaming a file.
    private const int Chunk = 64 * 1024;

    /// <summary>Names of all payloads.</summary>
    public static IReadOnlyList<string> Names { get; } = ["published", "oversized", "text", "binaries", "json", "random"];

    /// <summary>Generates or reads a payload. Throws <see cref="FormatException"/> for an unknown name, and <see cref="IOException"/> where
    /// the SDK is not installed.</summary>
    public static Payload Create(string name) => name switch
    {
        "published" => Repeated(Size, PublishedRecord),
        "oversized" => Repeated(OversizedSize, OversizedRecord),
        "text" => new(Read(DocumentationFiles(), "XML documentation of the SDK"), Chunk),
        "binaries" => new(Read(AssemblyFiles(), "assemblies of the runtime"), Chunk),
        "json" => new(JsonRecords.Create(Size, seed: 1), Chunk),
        "random" => new(Noise(), Chunk),
        _ => throw new FormatException($"There is no payload '{name}'; accepted: {string.Join(", ", Names)}."),
    };

    private static Payload Repeated(int size, int unitsPerRecord)
    {
        var unit = Encoding.ASCII.GetBytes(Unit);
        var bytes = new byte[size];
        for (var start = 0; start < size; start += unit.Length)
        {
            unit.CopyTo(bytes, start);
        }

        return new Payload(bytes, unitsPerRecord * unit.Length);
    }

    private static byte[] Noise()
    {
        var bytes = new byte[Size];
        new Random(1).NextBytes(bytes);
        return bytes;
    }

    private static IEnumerable<string> AssemblyFiles() =>
        Directory.EnumerateFiles(RuntimeEnvironment.GetRuntimeDirectory(), "System.*.dll").Order(StringComparer.Ordinal);

    private static IEnumerable<string> DocumentationFiles()
    {
        // ROOT/shared/Microsoft.NETCore.App/VERSION -> ROOT/packs/Microsoft.NETCore.App.Ref/VERSION/ref/FRAMEWORK
        var packs = Path.GetFullPath(Path.Combine(RuntimeEnvironment.GetRuntimeDirectory(), "..", "..", "..", "packs",
            "Microsoft.NETCore.App.Ref"));
        return !Directory.Exists(packs) ? [] : Directory.EnumerateFiles(packs, "*.xml", SearchOption.AllDirectories)
            .Where(f => Path.GetFileName(f).StartsWith("System.", StringComparison.Ordinal)).Order(StringComparer.Ordinal);
    }

    private static byte[] Read(IEnumerable<string> files, string what)
    {
        var bytes = new byte[Size];
        var length = 0;
        foreach (var file in files)
        {
            using var stream = File.OpenRead(file);
            length += stream.ReadAtLeast(bytes.AsSpan(length), bytes.Length - length, throwOnEndOfStream: false);
            if (length == bytes.Length)
            {
                return bytes;
            }
        }

        throw new IOException($"The {what} are {length} bytes, {Size} are needed: is the .NET SDK installed?");
    }
}
