using Fathom.Wire.Grpc;

namespace Fathom.Tests.Wire.Grpc;

public class StatusCodesTests
{
    [Theory]
    [InlineData(StatusCode.OK, 0, "OK")]
    [InlineData(StatusCode.Cancelled, 1, "CANCELLED")]
    [InlineData(StatusCode.DeadlineExceeded, 4, "DEADLINE_EXCEEDED")]
    [InlineData(StatusCode.ResourceExhausted, 8, "RESOURCE_EXHAUSTED")]
    [InlineData(StatusCode.Unimplemented, 12, "UNIMPLEMENTED")]
    [InlineData(StatusCode.Unavailable, 14, "UNAVAILABLE")]
    [InlineData(StatusCode.Unauthenticated, 16, "UNAUTHENTICATED")]
    public void A_code_has_gRPCs_number_and_canonical_name(StatusCode code, int number, string name)
    {
        ((int)code).ShouldBe(number);
        code.WireValue().ShouldBe($"{number}");
        code.CanonicalName().ShouldBe(name);
    }

    [Fact]
    public void Every_code_is_read_back_from_its_name_and_its_number()
    {
        var codes = Enum.GetValues<StatusCode>();
        codes.Length.ShouldBe(17);
        foreach (var code in codes)
        {
            StatusCodes.TryParseName(code.CanonicalName(), out var named).ShouldBeTrue();
            StatusCodes.TryParseWire(code.WireValue(), out var numbered).ShouldBeTrue();
            (named, numbered).ShouldBe((code, code));
        }
    }

    [Theory]
    [InlineData("17", true)]
    [InlineData("99999", true)]
    [InlineData("-1", false)]
    [InlineData("", false)]
    [InlineData("OK", false)]
    [InlineData(null, false)]
    public void A_number_gRPC_does_not_define_reads_as_Unknown_and_anything_else_does_not_read(string? value, bool reads)
    {
        StatusCodes.TryParseWire(value, out var code).ShouldBe(reads);
        code.ShouldBe(StatusCode.Unknown);
    }

    [Fact]
    public void A_status_prints_as_gRPC_for_NET_prints_it()
    {
        new Status(StatusCode.Unavailable, "no one there").ToString()
            .ShouldBe("Status(StatusCode=\"Unavailable\", Detail=\"no one there\")");
        default(Status).ShouldBe(new Status(StatusCode.OK, string.Empty));
    }
}
