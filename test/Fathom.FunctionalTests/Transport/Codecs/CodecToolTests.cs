using System.Buffers;
using System.Diagnostics;
using Fathom.Machines.Prerequisites;
using Fathom.TestKit;
using Fathom.TestKit.Codecs;
using Fathom.TestKit.Prerequisites;
using Fathom.Transport.Codecs;

namespace Fathom.FunctionalTests.Transport.Codecs;

/// <summary>What our codecs write is read by the formats' own tools, and the other way round.</summary>
public sealed class CodecToolTests
{
    // python3 stands in for a zlib tool: there is none of its own.
    public static TheoryData<string, string, string> Tools => new()
    {
        // gzip is an essential package: every system with sh has it.
        { "gzip", "gzip -c", "gzip -dc" },
        { "lz4", "lz4 -c", "lz4 -dc" },
        { "lz4 managed", "lz4 -c", "lz4 -dc" },
        // Blocks that refer to those before them, with checksums.
        { "lz4", "lz4 -9 -BD -BX -c", "lz4 -dc" },
        { "lz4 managed", "lz4 -9 -BD -BX -c", "lz4 -dc" },
        { "zstd", "zstd -c", "zstd -dc" },
        { "zstd managed", "zstd -c", "zstd -dc" },
        { "zstd managed", "zstd -19 -c", "zstd -dc" },
        { "deflate", "python3 -c \"import sys,zlib; sys.stdout.buffer.write(zlib.compress(sys.stdin.buffer.read()))\"",
            "python3 -c \"import sys,zlib; sys.stdout.buffer.write(zlib.decompress(sys.stdin.buffer.read()))\"" },
    };

    [Theory]
    [MemberData(nameof(Tools))]
    public async Task Each_reads_what_the_other_writes(string name, string compress, string decompress)
    {
        Requires.Present([TestPrerequisites.Unix, .. name.Split(' ')[0] switch
        {
            "lz4" => [TestPrerequisites.Lz4Program],
            "zstd" => [TestPrerequisites.ZstdProgram],
            "deflate" => [TestPrerequisites.Python3],
            _ => Array.Empty<Prerequisite>(),
        }]);
        var codec = NamedCodecs.Find(name);
        foreach (var message in new[] { Array.Empty<byte>(), [7],
            [.. Enumerable.Range(0, 5_000_000).Select(i => (byte)(i % 251 * (i % 7)))] })
        {
            var ours = new ArrayBufferWriter<byte>();
            codec.Compress(new(message), ours, codec.Levels.Default);
            (await PipeAsync(decompress, ours.WrittenMemory)).AsSpan().SequenceEqual(message)
                .ShouldBeTrue($"the tool reads our {name}, {message.Length} bytes");

            var theirs = await PipeAsync(compress, message);
            var plain = new ArrayBufferWriter<byte>();
            codec.Decompress(new(theirs), plain, message.Length).ShouldBe(DecompressOutcome.Done);
            plain.WrittenSpan.SequenceEqual(message).ShouldBeTrue($"we read the tool's {name}, {message.Length} bytes");
        }
    }

    private static async Task<byte[]> PipeAsync(string command, ReadOnlyMemory<byte> input)
    {
        using var process = Process.Start(new ProcessStartInfo("sh", ["-c", command])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        })!;
        var reading = Task.Run(async () =>
        {
            using var output = new MemoryStream();
            await process.StandardOutput.BaseStream.CopyToAsync(output);
            return output.ToArray();
        });
        var errors = process.StandardError.ReadToEndAsync();
        try
        {
            await process.StandardInput.BaseStream.WriteAsync(input);
            process.StandardInput.Close();
        }
        catch (IOException)
        {
            // The tool refused its input: its exit code says so.
        }

        var result = await reading;
        await process.WaitForExitAsync();
        process.ExitCode.ShouldBe(0, await errors);
        return result;
    }
}
