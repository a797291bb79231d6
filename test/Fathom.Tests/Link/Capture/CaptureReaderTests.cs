using System.Diagnostics;
using Fathom.Link.Capture;

namespace Fathom.Tests.Link.Capture;

/// <summary>The reader reads what the link writes.</summary>
public sealed class CaptureReaderTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("fathom-capture-");

    private string Path => System.IO.Path.Combine(_folder.FullName, "link.pcapng");

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public void Packets_come_back_with_their_end_direction_time_and_bytes()
    {
        var now = Stopwatch.GetTimestamp();
        using (var capture = new CaptureFile(Path, ["near", "far"], 65535, TimeProvider.System))
        {
            for (var i = 0; i < 1000; i++)
            {
                // Every length modulo four, so that every padding occurs.
                capture.Add(i % 2, now + i, Enumerable.Repeat((byte)i, 20 + (i % 7)).ToArray(), outbound: i % 3 == 0);
            }
        }

        var packets = CaptureReader.Read(Path);
        packets.Count.ShouldBe(1000);
        for (var i = 0; i < 1000; i++)
        {
            (packets[i].AtFarEnd, packets[i].Sent, packets[i].Time - packets[0].Time).ShouldBe((i % 2 == 1, i % 3 == 0, i));
            packets[i].Bytes.ToArray().ShouldBe(Enumerable.Repeat((byte)i, 20 + (i % 7)));
        }
    }

    [Fact]
    public void A_file_that_ends_within_a_block_is_refused()
    {
        using (var capture = new CaptureFile(Path, ["near", "far"], 65535, TimeProvider.System))
        {
            capture.Add(0, Stopwatch.GetTimestamp(), new byte[100], outbound: true);
        }

        var whole = File.ReadAllBytes(Path);
        for (var length = 1; length < whole.Length; length += 7)
        {
            File.WriteAllBytes(Path, whole[..^length]);
            try
            {
                CaptureReader.Read(Path).Count.ShouldBeLessThanOrEqualTo(1);
            }
            catch (InvalidDataException e)
            {
                e.Message.ShouldContain("link.pcapng");
            }
        }
    }

    [Fact]
    public void Another_file_is_refused()
    {
        File.WriteAllText(Path, "this is no capture at all");
        Should.Throw<InvalidDataException>(() => CaptureReader.Read(Path)).Message.ShouldContain("does not start with a pcapng section");
    }
}
