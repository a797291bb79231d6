using Fathom.Wire.Http2;
using Fathom.Wire.Http2.Framing;
using FsCheck;
using FsCheck.Fluent;

namespace Fathom.Tests.Wire.Http2;

/// <summary>Frames and settings are read as they were written.</summary>
public sealed class FrameProperties
{
    private static readonly Gen<int> StreamId = Gen.OneOf(Gen.Choose(0, 11), Gen.Choose(1, int.MaxValue));

    [Fact]
    public void A_frame_header_is_read_as_it_was_written()
    {
        var header = from length in Gen.Choose(0, 0xff_ffff)
                     from type in Gen.Choose(0, 255)
                     from flags in Gen.Choose(0, 255)
                     from id in StreamId
                     select new FrameHeader(length, (Http2FrameType)type, (byte)flags, id);
        Prop.ForAll(header.ToArbitrary(), expected =>
        {
            var bytes = new byte[FrameHeader.Size];
            expected.Write(bytes);
            FrameHeader.Read(bytes).ShouldBe(expected);
            bytes[5] |= 0x80;
            FrameHeader.Read(bytes).ShouldBe(expected, "the reserved bit is ignored");
        }).QuickCheckThrowOnFailure();
    }

    [Fact]
    public void Frames_are_read_as_they_were_written_however_their_bytes_are_cut()
    {
        var frames = WrittenFrame.Any.NonEmptyListOf();
        var all = frames.SelectMany(_ => Gen.Choose(1, 9000).NonEmptyListOf(), (list, cuts) => (list, cuts)).ToArbitrary();
        Prop.ForAll(all, input =>
        {
            using var output = new OutputBuffer();
            var writer = new FrameWriter(output);
            var expected = new List<string>();
            foreach (var frame in input.list)
            {
                frame.Write(writer);
                expected.AddRange(frame.Expected);
            }

            Frames.ReadAll(Frames.Drain(output), input.cuts).ShouldBe(expected);
            output.AllocatedBytes.ShouldBe(0);
        }).QuickCheckThrowOnFailure();
    }

    [Fact]
    public void Settings_take_what_is_allowed_and_name_what_is_not()
    {
        var row = from id in Gen.Choose(0, 8)
                  from value in Gen.OneOf(Gen.Choose(0, 3), Gen.Choose(16_380, 16_390), Gen.Choose(0, int.MaxValue), Gen.Constant(-1),
                      Gen.Choose(0xff_fff0, 0x100_0010))
                  select (Id: (Http2SettingId)id, Value: (uint)value);
        Prop.ForAll(row.ListOf().ToArbitrary(), rows =>
        {
            var payload = rows.SelectMany(r => (byte[])[0, (byte)r.Id, .. RawPeer.UInt32(r.Value)]).ToArray();
            var settings = new Http2Settings();
            var fault = SettingsPayload.Apply(payload, fromServer: false, ref settings);
            var wrong = rows.Where(r => !IsAllowed(r.Id, r.Value)).ToList();
            fault.IsNone.ShouldBe(wrong.Count == 0);
            if (wrong.Count > 0)
            {
                settings.ShouldBe(new Http2Settings());
                fault.Code.ShouldBe(wrong[0].Id == Http2SettingId.InitialWindowSize ? Http2ErrorCode.FlowControlError
                    : Http2ErrorCode.ProtocolError);
                return;
            }

            uint Last(Http2SettingId id, uint otherwise) => rows.Where(r => r.Id == id).Select(r => r.Value).LastOrDefault(otherwise);
            settings.ShouldBe(new Http2Settings
            {
                HeaderTableSize = Last(Http2SettingId.HeaderTableSize, 4096),
                MaxConcurrentStreams = Last(Http2SettingId.MaxConcurrentStreams, uint.MaxValue),
                InitialWindowSize = (int)Last(Http2SettingId.InitialWindowSize, 65_535),
                MaxFrameSize = (int)Last(Http2SettingId.MaxFrameSize, 16_384),
                MaxHeaderListSize = Last(Http2SettingId.MaxHeaderListSize, uint.MaxValue),
            });
        }).QuickCheckThrowOnFailure();
    }

    private static bool IsAllowed(Http2SettingId id, uint value) => id switch
    {
        Http2SettingId.EnablePush => value <= 1,
        Http2SettingId.InitialWindowSize => value <= int.MaxValue,
        Http2SettingId.MaxFrameSize => value is >= 16_384 and <= 16_777_215,
        _ => true,
    };
}
