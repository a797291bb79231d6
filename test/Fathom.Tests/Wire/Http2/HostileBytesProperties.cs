using Fathom.TestKit;
using Fathom.Wire.Http2;
using FsCheck;
using FsCheck.Fluent;

namespace Fathom.Tests.Wire.Http2;

/// <summary>Whatever bytes come, they end in an error of the RFC or are borne.</summary>
public sealed class HostileBytesProperties
{
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
            .Check(Config.QuickThrowOnFailure.WithMaxTest(Thorough.Count(150, 500)));
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
            .Check(Config.QuickThrowOnFailure.WithMaxTest(Thorough.Count(300, 1000)));
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
        }).Check(Config.QuickThrowOnFailure.WithMaxTest(Thorough.Count(300, 1000)));
    }
}
