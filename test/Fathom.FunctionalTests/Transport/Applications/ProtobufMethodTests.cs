using Fathom.Subjects.Echo;
using Fathom.Transport.Calls;
using Fathom.Transport.Protobuf;
using Google.Protobuf.WellKnownTypes;

namespace Fathom.FunctionalTests.Transport.Applications;

/// <summary>Methods from what protoc generates of a .proto file.</summary>
public class ProtobufMethodTests
{
    [Fact]
    public void A_method_has_the_path_and_the_kind_of_its_declaration()
    {
        var declared = EchoReflection.Descriptor.Services.Single().Methods;
        Method<EchoRequest, EchoReply>[] byHand =
            [EchoMethods.Unary, EchoMethods.ClientStream, EchoMethods.ServerStream, EchoMethods.DuplexStream];

        declared.Count.ShouldBe(byHand.Length);
        foreach (var expected in byHand)
        {
            var method = ProtobufMethod.Create<EchoRequest, EchoReply>(declared.Single(d => d.Name == expected.Name));

            (method.FullPath, method.Kind).ShouldBe((expected.FullPath, expected.Kind));
        }
    }

    [Fact]
    public void Other_message_types_than_the_declared_are_refused_with_both_named()
    {
        var unary = EchoReflection.Descriptor.Services.Single().FindMethodByName("Unary");

        Should.Throw<ArgumentException>(() => ProtobufMethod.Create<EchoRequest, StringValue>(unary)).Message.ShouldContain(
            "fathom.echo.Echo.Unary takes fathom.echo.EchoRequest and returns fathom.echo.EchoReply, not EchoRequest and StringValue");
    }
}
