namespace Fathom.Transport.Connections.Strands;

/// <summary>A connection of a <see cref="Strand"/>, which sends its output on the way out.</summary>
internal interface IStrandMember
{
    /// <summary>Inside: decides who sends the output, and prepares the send if the calling thread does.</summary>
    /// <param name="here">Whether the calling thread sends in any case.</param>
    /// <returns>Whether the calling thread sends: <see cref="Send"/> and <see cref="EndSend"/> follow.</returns>
    bool BeginSend(bool here);

    /// <summary>Outside: sends once what <see cref="BeginSend"/> prepared. Must not throw.</summary>
    SendOutcome Send();

    /// <summary>Inside: records the outcome; the member adds itself again (<see cref="Strand.AddWritten"/>) while there is more to
    /// send.</summary>
    void EndSend(SendOutcome outcome);
}
