using Fathom.Doctor.Probes.Outside;
using Fathom.Wire.Http2.Framing;
using FsCheck;
using FsCheck.Fluent;

namespace Fathom.Tests.Doctor.Probes.Outside;

public sealed class ProbeInputTests : IProbeFrames, IDisposable
{
    private static readonly byte[] Settings = [0, 0, 0, 4, 0, 0, 0, 0, 0];

    private readonly ProbeInput _input;
    private readonly List<string> _seen = [];
    private readonly ProbeFields _fields = new();

    public ProbeInputTests() => _input = new ProbeInput(this);

    [Fact]
    public void A_first_frame_that_is_not_SETTINGS_is_no_HTTP_2() =>
        _input.Take([0, 0, 0, 6, 0, 0, 0, 0, 0]).ShouldBe("its first frame is not SETTINGS");

    [Fact]
    public void What_speaks_HTTP_1_is_refused() =>
        _input.Take("HTTP/1.1 400 Bad Request\r\n"u8).ShouldBe("what it sends first is no HTTP/2");

    [Fact]
    public void A_field_block_is_one_however_many_frames_it_has_and_its_padding_is_not_in_it()
    {
        _input.Take([.. Settings, 0, 0, 3, 1, 0x8 | 0x1, 0, 0, 0, 1, 1, 0x88, 0]).ShouldBeNull();
        _seen.ShouldBe(["Settings"], "the block is not complete");
        _input.Take([0, 0, 0, 9, 4, 0, 0, 0, 1]).ShouldBeNull();
        _seen.ShouldBe(["Settings", "fields of 1, end True"]);
        _fields[":status"].ShouldBe("200");
    }

    [Fact]
    public void No_bytes_break_the_reader() => Prop.ForAll(ArbMap.Default.ArbFor<byte[]>(), bytes =>
    {
        using var input = new ProbeInput(new ProbeInputTests());
        input.Take(Settings);
        input.Take(bytes);
    }).QuickCheckThrowOnFailure();

    void IProbeFrames.OnFrame(in FrameHeader header, ReadOnlySpan<byte> payload) => _seen.Add($"{header.Type}");

    ProbeFields IProbeFrames.OnFields(int streamId) => _fields;

    void IProbeFrames.OnFieldsEnd(int streamId, bool endStream) => _seen.Add($"fields of {streamId}, end {endStream}");

    public void Dispose() => _input.Dispose();
}
