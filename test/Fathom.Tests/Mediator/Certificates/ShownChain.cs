namespace Fathom.Tests.Mediator.Certificates;

/// <summary>A chain of certificates that a client shows: right, or wrong in one way.</summary>
public enum ShownChain
{
    SameRoot,
    OtherRoot,
    OtherRootWithItsRoot,
    Expired,
    NotYetValid,
    WrongPurpose,
    SelfSigned,
    IntermediateMissing,
    IntermediateOfOthers,
    SignedByANode,
    SignedByAnotherLevel,
    TheIssuingCertificate,
    NameOfNoNode,
}
