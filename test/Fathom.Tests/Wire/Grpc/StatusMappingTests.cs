using Fathom.Wire.Grpc;

namespace Fathom.Tests.Wire.Grpc;

public class StatusMappingTests
{
    [Theory]
    [InlineData(400, StatusCode.Internal)]
    [InlineData(401, StatusCode.Unauthenticated)]
    [InlineData(403, StatusCode.PermissionDenied)]
    [InlineData(404, StatusCode.Unimplemented)]
    [InlineData(429, StatusCode.Unavailable)]
    [InlineData(502, StatusCode.Unavailable)]
    [InlineData(503, StatusCode.Unavailable)]
    [InlineData(504, StatusCode.Unavailable)]
    [InlineData(200, StatusCode.Unknown)]
    [InlineData(500, StatusCode.Unknown)]
    public void An_HTTP_status_maps_as_the_table_says(int http, StatusCode expected) =>
        StatusMapping.FromHttpStatus(http).ShouldBe(expected);

    [Theory]
    [InlineData(0x0u, StatusCode.Internal)]
    [InlineData(0x1u, StatusCode.Internal)]
    [InlineData(0x2u, StatusCode.Internal)]
    [InlineData(0x3u, StatusCode.Internal)]
    [InlineData(0x7u, StatusCode.Unavailable)]
    [InlineData(0x8u, StatusCode.Cancelled)]
    [InlineData(0xau, StatusCode.Internal)]
    [InlineData(0xbu, StatusCode.ResourceExhausted)]
    [InlineData(0xcu, StatusCode.PermissionDenied)]
    [InlineData(0xeu, StatusCode.Unknown)]
    public void An_HTTP2_error_code_maps_as_the_table_says(uint error, StatusCode expected) =>
        StatusMapping.FromHttp2Error(error).ShouldBe(expected);

    [Theory]
    [InlineData("application/grpc", true)]
    [InlineData("application/grpc+proto", true)]
    [InlineData("Application/GRPC; charset=utf-8", true)]
    [InlineData("application/grpc-web", false)]
    [InlineData("application/grpc-web+proto", false)]
    [InlineData("application/grpcx", false)]
    [InlineData("application/json", false)]
    [InlineData("", false)]
    [InlineData(null, false)]
    public void Only_gRPCs_own_content_types_are_gRPC(string? contentType, bool expected) =>
        GrpcContentType.IsGrpc(contentType).ShouldBe(expected);
}
