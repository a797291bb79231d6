using Fathom.Mediator.Certificates.Authority;
using Fathom.Mediator.Certificates.Enrollment;
using Fathom.TestKit;
using FsCheck;
using FsCheck.Fluent;

namespace Fathom.Tests.Mediator.Certificates;

public class InvitationTests
{
    private const string Alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_ .=\n";

    private static readonly DateTimeOffset Expiry = new(2030, 1, 1, 12, 0, 0, 750, TimeSpan.Zero);
    private static readonly byte[] Fingerprint = [.. Enumerable.Range(0, 32).Select(i => (byte)i)];

    [Fact]
    public void It_is_good_for_as_long_as_the_page_says()
    {
        Invitations.DefaultLifetime.ShouldBe(SecurityPage.Time("15 minutes"));
        Invitations.MaxLifetime.ShouldBe(SecurityPage.Time("1 day at most"));
    }

    [Fact]
    public void What_was_written_is_read_again()
    {
        var made = Make();

        Invitation.TryParse(made.Text, out var read, out var fault).ShouldBeTrue(fault);

        read!.Address.ShouldBe(new Uri("https://north.example:7443"));
        read.ExpiresAt.ShouldBe(new DateTimeOffset(2030, 1, 1, 12, 0, 0, TimeSpan.Zero));
        read.RootFingerprint.ShouldBe(Convert.ToHexStringLower(Fingerprint));
        read.Id.ShouldBe(made.Id);
        read.Secret.ShouldBe(made.Secret);
        made.Text.ShouldStartWith("fathom-invitation-1.");
    }

    [Fact]
    public void No_two_are_alike()
    {
        var (one, other) = (Make(), Make());

        one.Id.ShouldNotBe(other.Id);
        one.Secret.ShouldNotBe(other.Secret);
    }

    [Fact]
    public void It_does_not_show_its_secret_by_accident() => Make().ToString().ShouldBe(typeof(Invitation).FullName);

    [Fact]
    public void Whatever_character_is_changed_it_is_no_invitation_any_more()
    {
        var text = Make().Text;
        Prop.ForAll(Gen.Choose(0, text.Length - 1).ToArbitrary(), Gen.Elements(Alphabet.ToCharArray()).ToArbitrary(), (at, to) =>
            text[at] == to || IsRefused(string.Concat(text.AsSpan(0, at), to.ToString(), text.AsSpan(at + 1))))
                .Check(Config.QuickThrowOnFailure.WithMaxTest(2000));
    }

    [Fact]
    public void Whatever_is_left_out_put_in_or_cut_off_it_is_no_invitation_any_more()
    {
        var text = Make().Text;
        Prop.ForAll(Gen.Choose(0, text.Length - 1).ToArbitrary(), Gen.Choose(1, text.Length).ToArbitrary(),
            Gen.Elements(Alphabet.ToCharArray()).ToArbitrary(), (at, count, more) =>
            IsRefused(text.Remove(at, Math.Min(count, text.Length - at)))
            && IsRefused(text.Insert(at, more.ToString()))
            && IsRefused(text + more)).Check(Config.QuickThrowOnFailure.WithMaxTest(1000));
    }

    [Fact]
    public void Whatever_bit_is_changed_it_is_no_invitation_any_more()
    {
        var text = Make().Text;
        var dot = text.IndexOf('.', StringComparison.Ordinal) + 1;
        var bytes = System.Buffers.Text.Base64Url.DecodeFromChars(text.AsSpan(dot));
        for (var bit = 0; bit < bytes.Length * 8; bit++)
        {
            bytes[bit / 8] ^= (byte)(1 << (bit % 8));
            IsRefused(text[..dot] + System.Buffers.Text.Base64Url.EncodeToString(bytes)).ShouldBeTrue($"bit {bit}");
            bytes[bit / 8] ^= (byte)(1 << (bit % 8));
        }
    }

    [Fact]
    public void Anything_else_is_no_invitation() => Prop.ForAll<string>(text => IsRefused(text ?? "")
        && IsRefused("fathom-invitation-1." + text)).QuickCheckThrowOnFailure();

    [Theory]
    [InlineData("")]
    [InlineData("fathom-invitation-2.AAAA")]
    [InlineData("FATHOM-INVITATION-1.AAAA")]
    public void Who_gives_something_else_is_told_what_one_looks_like(string text)
    {
        Invitation.TryParse(text, out _, out var fault).ShouldBeFalse();

        fault.ShouldBe("The text is no invitation: an invitation starts with 'fathom-invitation-1.' and has up to "
            + $"{SecurityPage.Number("1,024 characters")} characters.");
    }

    [Fact]
    public void A_proof_is_for_one_request_alone()
    {
        var made = Make();
        byte[] server = [1, 2, 3];
        byte[] client = [4, 5];
        var node = new NodeIdentity("south", ["a", "b"]);
        var proof = Invitation.ComputeProof(made.Secret, made.Id, node, server, client);

        Invitation.ComputeProof(made.Secret, made.Id, node, server, client).ShouldBe(proof);
        byte[][] others =
        [
            Invitation.ComputeProof(Make().Secret, made.Id, node, server, client),
            Invitation.ComputeProof(made.Secret, Make().Id, node, server, client),
            Invitation.ComputeProof(made.Secret, made.Id, node with { Name = "east" }, server, client),
            Invitation.ComputeProof(made.Secret, made.Id, node with { Hosts = ["ab"] }, server, client),
            Invitation.ComputeProof(made.Secret, made.Id, node, [1, 2], [3, 4, 5]),
        ];
        foreach (var other in others)
        {
            other.ShouldNotBe(proof);
        }
    }

    private static Invitation Make() => Invitation.Create(new Uri("https://north.example:7443"), Expiry, Fingerprint);

    private static bool IsRefused(string text) => !Invitation.TryParse(text, out var read, out var fault) && read is null
        && fault is not null;
}
