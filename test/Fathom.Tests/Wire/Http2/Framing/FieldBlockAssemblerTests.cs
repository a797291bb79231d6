using Fathom.Wire.Http2;
using Fathom.Wire.Http2.Framing;

namespace Fathom.Tests.Wire.Http2.Framing;

public sealed class FieldBlockAssemblerTests
{
    [Fact]
    public void A_block_in_pieces_takes_at_most_twice_its_limit_and_gives_it_back()
    {
        var assembly = new FieldBlockAssembler(new Http2Limits { MaxHeaderBlockBytes = 10_000, MaxContinuationFrames = 100_000 });
        assembly.Begin(1, true, [1]).IsNone.ShouldBeTrue();
        for (var i = 1; i < 10_000; i++)
        {
            assembly.Continue([(byte)i]).IsNone.ShouldBeTrue();
            assembly.AllocatedBytes.ShouldBeLessThanOrEqualTo(20_000);
        }

        assembly.Block.Length.ShouldBe(10_000);
        assembly.Continue([1]).Code.ShouldBe(Http2ErrorCode.EnhanceYourCalm);
        assembly.Release();
        (assembly.AllocatedBytes, assembly.StreamId).ShouldBe((0, 0));
    }
}
