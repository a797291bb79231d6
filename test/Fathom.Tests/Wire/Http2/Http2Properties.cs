using Fathom.Wire.Http2;
using Fathom.Wire.Http2.Framing;
using FsCheck;
using FsCheck.Fluent;

namespace Fathom.Tests.Wire.Http2;

public sealed class Http2Properties
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
        var frames = Frames.Written.NonEmptyListOf();
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

    [Theory]
    [InlineData(Http2Role.Server)]
    [InlineData(Http2Role.Client)]
    public void Arbitrary_bytes_end_in_an_RFC_error_or_are_borne(Enum side)
    {
        var role = (Http2Role)side;
        var input = from begins in Gen.Elements(true, true, true, false)
                    from bytes in ArbMap.Default.GeneratorFor<byte[]>().Resize(2000)
                    from cuts in Gen.Choose(1, 400).NonEmptyListOf()
                    select (Bytes: begins ? [.. Frames.Beginning(role), .. bytes] : bytes, cuts);
        Prop.ForAll(input.ToArbitrary(), x => { HostileFeed.Run(role, x.Bytes, x.cuts); })
            .Check(Config.QuickThrowOnFailure.WithMaxTest(500));
    }

    [Theory]
    [InlineData(Http2Role.Server)]
    [InlineData(Http2Role.Client)]
    public void Arbitrary_frames_end_in_an_RFC_error_or_are_borne(Enum side)
    {
        var role = (Http2Role)side;
        var input = from frames in Frames.Arbitrary.ListOf(60)
                    from cuts in Gen.Choose(1, 4000).NonEmptyListOf()
                    select (frames, cuts);
        Prop.ForAll(input.ToArbitrary(), x => { HostileFeed.Run(
            role, [.. Frames.Beginning(role), .. x.frames.SelectMany(frame => frame)], x.cuts); })
            .Check(Config.QuickThrowOnFailure.WithMaxTest(1000));
    }

    [Theory]
    [InlineData(Http2Role.Server)]
    [InlineData(Http2Role.Client)]
    public void A_valid_conversation_with_damage_ends_in_an_RFC_error_or_is_borne(Enum side)
    {
        var role = (Http2Role)side;
        var valid = HostileFeed.ValidConversation(role);
        HostileFeed.Run(role, valid, [valid.Length]).ShouldBe(0, "the conversation itself is valid");
        var damage = from at in Gen.Choose(0, valid.Length - 1)
                     from length in Gen.Frequency((3, Gen.Constant(1)), (1, Gen.Choose(1, 40)))
                     from kind in Gen.Choose(0, 3)
                     from value in Gen.Choose(0, 255)
                     select (at, length, kind, value);
        var input = from damages in damage.NonEmptyListOf()
                    from cuts in Gen.Choose(1, 3000).NonEmptyListOf()
                    select (damages, cuts);
        Prop.ForAll(input.ToArbitrary(), x =>
        {
            var bytes = valid.ToList();
            foreach (var (at, length, kind, value) in x.damages.Take(4))
            {
                var from = Math.Min(at, bytes.Count);
                var count = Math.Min(length, bytes.Count - from);
                switch (kind)
                {
                    case 0:
                        bytes.RemoveRange(from, count);
                        break;
                    case 1:
                        bytes.InsertRange(from, bytes.GetRange(from, count));
                        break;
                    case 2:
                        bytes.Insert(from, (byte)value);
                        break;
                    default:
                        bytes[Math.Min(from, bytes.Count - 1)] = (byte)value;
                        break;
                }
            }

            HostileFeed.Run(role, [.. bytes], x.cuts);
        }).Check(Config.QuickThrowOnFailure.WithMaxTest(1000));
    }

    private static bool IsAllowed(Http2SettingId id, uint value) => id switch
    {
        Http2SettingId.EnablePush => value <= 1,
        Http2SettingId.InitialWindowSize => value <= int.MaxValue,
        Http2SettingId.MaxFrameSize => value is >= 16_384 and <= 16_777_215,
        _ => true,
    };
}
