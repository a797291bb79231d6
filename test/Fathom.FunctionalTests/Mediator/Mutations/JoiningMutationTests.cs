using Fathom.Contracts;
using Fathom.FunctionalTests.Mediator.Certificates;
using Fathom.Mediator.Certificates.Authority;
using Fathom.Mediator.Certificates.Enrollment;
using Fathom.Mediator.Certificates.Protocol;
using Fathom.TestKit.Calls;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;
using Fathom.Wire.Grpc;

namespace Fathom.FunctionalTests.Mediator.Mutations;

/// <summary>Requests to join that nobody made so, from somebody without a certificate, at the port for joining.</summary>
[Collection(Alone.Name)]
public class JoiningMutationTests(ITestOutputHelper output)
{
    private const long MostGrowth = 64 << 20;
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(120);

    private static readonly Method<byte[], byte[]> Join =
        new(MethodKind.Unary, "fathom.mediator.certificates.v1.Joining", "Join", new BytesMarshaller(), new BytesMarshaller());

    [Fact]
    public async Task Mutated_requests_to_join_neither_stop_the_desk_nor_let_two_in_by_one_invitation()
    {
        await using var network = new Network();
        var invitation = await network.Desk.InviteAsync();
        await using var channel = new NativeChannel(
            new ChannelOptions { Address = network.Desk.Address, Tls = new ChannelTls { SkipVerification = true } });
        var request = Request(invitation);

        var (ends, growth) = await Storm.RunAsync(async (_, mutation) =>
        {
            try
            {
                await channel.UnaryAsync(Join, mutation.Of(request), new CallOptions { Deadline = Deadline.After(Patience) });
                return "OK";
            }
            catch (RpcException e)
            {
                return $"{e.StatusCode}";
            }
        });

        output.WriteLine($"{string.Join(", ", ends)}; memory in use grew by {growth} bytes over the second half");
        ends.Values.Sum().ShouldBe(Storm.Count / 2 * 2);

        // What is appended as a field that nobody knows, or said twice, changes nothing that is proved: such a one joins, once.
        ends.Keys.ShouldBeSubsetOf(["OK", nameof(StatusCode.PermissionDenied), nameof(StatusCode.InvalidArgument),
            nameof(StatusCode.FailedPrecondition)], string.Join(", ", ends));
        ends.GetValueOrDefault("OK").ShouldBeLessThanOrEqualTo(1);
        ends[nameof(StatusCode.PermissionDenied)].ShouldBeGreaterThan(Storm.Count / 20, "some are messages yet, without a proof");
        ends[nameof(StatusCode.InvalidArgument)].ShouldBeGreaterThan(Storm.Count / 20, "some are none any more");
        growth.ShouldBeLessThan(MostGrowth);
        Directory.GetFiles(Path.Combine(network.FolderOf("north"), "members")).Length.ShouldBeLessThanOrEqualTo(
            2, "north, and the node that used the one invitation");
        await using var south = await network.JoinAsync("west");
    }

    private static byte[] Request(Invitation invitation)
    {
        using var server = CertificateProfile.NewKey();
        using var client = CertificateProfile.NewKey();
        var node = new NodeIdentity("south", ["localhost"]);
        var (serverRequest, clientRequest) = (SigningRequest.Create(node.Name, server), SigningRequest.Create(node.Name, client));
        return ContractSerializer.ToArray(new JoinRequest(
            invitation.Id, node.Name, node.Hosts, serverRequest, clientRequest,
                Invitation.ComputeProof(invitation.Secret, invitation.Id, node, serverRequest, clientRequest)));
    }
}
