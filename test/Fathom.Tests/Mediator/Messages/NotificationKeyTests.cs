using Fathom.Contracts;
using Fathom.Contracts.Generated;
using Fathom.Mediator.Messages;
using Fathom.TestKit.Calls;
using Fathom.Transport.Calls;

namespace Fathom.Tests.Mediator.Messages;

/// <summary>What makes two copies the same notification.</summary>
public class NotificationKeyTests
{
    private static readonly Guid Id = new("6fd1bd07-8e0c-4a53-a5f3-0d2a3b1c6f10");

    [Fact]
    public void Id_type_and_content_all_count()
    {
        Guid[] keys = [Key(Id, "A", 1), Key(Guid.Empty, "A", 1), Key(Id, "B", 1), Key(Id, "A", 2)];

        keys.Distinct().Count().ShouldBe(keys.Length);
        Key(Id, "A", 1).ShouldBe(keys[0]);
    }

    private static Guid Key(Guid id, string type, byte content) => NotificationKey.Of(id,
        new Method<byte[], Empty>(
            MethodKind.Unary, type, "Publish", new BytesMarshaller(), new ContractMarshaller<Empty>(ofRequests: false)), [content]);
}
